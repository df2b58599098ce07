import BlobStore
import Catalog
import Records

extension CatalogReader {
    /// The row identifiers of the assets whose picture, in a version, has these bytes. Several assets can share them.
    func assets(showing digest: BlobDigest, _ version: AssetVersion) throws -> [Int64] {
        let owners = Set(try resources(sha256: digest.data).map(\.assetID))
        return try resources(ofAssets: owners).compactMap { identifier, resources in
            AssetFiles(resources).picture(version)?.sha256 == digest.data ? identifier : nil
        }
    }
}
