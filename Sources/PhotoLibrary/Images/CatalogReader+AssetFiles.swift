import Catalog
import Records

extension CatalogReader {
    /// Returns the row identifiers of the assets whose image, in a version, is made from these bytes. Several assets
    /// can share them.
    func assets(showing digest: BlobDigest, _ version: AssetVersion) throws -> [Int64] {
        let owners = Set(try resources(sha256: digest).map(\.assetID))
        return try resources(ofAssets: owners).compactMap { identifier, resources in
            AssetFiles(resources).picture(version)?.sha256 == digest ? identifier : nil
        }
    }
}
