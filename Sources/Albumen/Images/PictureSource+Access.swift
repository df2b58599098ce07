import BlobStore
package import Catalog
import MediaWork

extension Library {
    /// The file that shows an asset, for a client that holds the asset from an earlier fetch.
    ///
    /// - Throws: `notFound` where the asset was deleted since then, or the client may not see it any more.
    package func pictureSource(
        of asset: AssetRecord, version: ImageVersion, access: Access
    ) throws -> PictureSource {
        let resources = try catalog.readOnce { reader in
            try reader.resources(ofAsset: asset.id, uuid: asset.uuid, in: access.scope)
        }
        guard !resources.isEmpty else {
            throw LibraryError(
                .notFound,
                "The asset \(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) was deleted, or the app may not see "
                    + "it any more. Fetch again.")
        }
        return try pictureSource(ofAssetUUID: asset.uuid, resources: resources, version: version)
    }

    /// Returns the file that shows an asset, in Recently Deleted or not. Returns `nil` if the client sees no such asset.
    ///
    /// Reads one row of the catalog by one statement.
    ///
    /// - Throws: `LibraryError.Code.notFound` if none of the asset's files shows it.
    package func pictureSource(
        ofAssetUUID uuid: String, version: ImageVersion, access: Access
    ) throws -> PictureSource? {
        let resources = try catalog.readOnce { try $0.resources(ofAssetUUID: uuid, in: access.scope) }
        return resources.isEmpty ? nil : try pictureSource(ofAssetUUID: uuid, resources: resources, version: version)
    }

    /// EXIF's number, 1 to 8, for how the pixels of a file are to be turned. Blocks while the file's head is read.
    package func storedOrientation(of source: PictureSource) throws -> Int {
        let workers = try workers()
        return try original(source.digest).withDescriptor { descriptor throws(MediaError) in
            try workers.probe(descriptor: descriptor, filename: source.filename)
        }.orientation
    }
}
