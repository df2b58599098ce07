import BlobStore
import Catalog
import MediaRequests
import MediaWork
package import Records

extension LibraryView {
    /// The pipeline that makes the library's images.
    package var images: ImagePipeline { library.images }

    /// Returns the file that shows an asset of an earlier fetch. The asset may be in Recently Deleted only if the fetch
    /// found it there.
    ///
    /// - Throws: `notFound` if the asset was deleted since the fetch, or if the principal may no longer see it.
    package func pictureSource(of asset: AssetRecord, version: AssetVersion) throws -> PictureSource {
        let resources = try catalog.readOnce { reader in
            try reader.resources(
                ofAsset: asset.id, uuid: asset.uuid, includesTrash: asset.trashedDate != nil, in: scope)
        }
        guard !resources.isEmpty else { throw LibraryError.gone(asset) }
        return try pictureSource(ofAssetUUID: asset.uuid, resources: resources, version: version)
    }

    /// Returns the file that shows an asset, which may be in Recently Deleted. Returns `nil` if the principal may see
    /// no such asset.
    ///
    /// Reads one row of the catalog by one statement.
    ///
    /// - Throws: `LibraryError.Code.notFound` if none of the asset's files shows it.
    package func pictureSource(ofAssetUUID uuid: String, version: AssetVersion) throws -> PictureSource? {
        let resources = try catalog.readOnce { try $0.resources(ofAssetUUID: uuid, in: scope) }
        return resources.isEmpty ? nil : try pictureSource(ofAssetUUID: uuid, resources: resources, version: version)
    }

    private func pictureSource(
        ofAssetUUID uuid: String, resources: [ResourceRecord], version: AssetVersion
    ) throws -> PictureSource {
        if let source = PictureSource(ofAssetUUID: uuid, resources: resources, version: version) { return source }
        throw LibraryError(
            .notFound,
            "The asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) has no picture in the library. Fetch "
                + "it again.")
    }

    /// Returns the EXIF orientation of the file, from 1 to 8. Blocks while the file's header is read.
    package func storedOrientation(of source: PictureSource) throws -> Int {
        let workers = try library.workers()
        return try library.originals.open(source.digest).withDescriptor { descriptor throws(MediaError) in
            try workers.probe(descriptor: descriptor, filename: source.filename)
        }.orientation
    }
}
