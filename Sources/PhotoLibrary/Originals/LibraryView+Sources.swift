import Catalog
package import Records

extension LibraryView {
    /// Returns the file of a resource of an earlier listing.
    ///
    /// - Throws: `notFound` if the asset was deleted since, if it no longer has the file, or if the principal may no
    ///   longer see it.
    package func source(of resource: ResourceRecord, ofAssetUUID uuid: String) throws -> PictureSource {
        let resources = try catalog.readOnce { reader in
            try reader.resources(ofAsset: resource.assetID, uuid: uuid, in: scope)
        }
        guard resources.contains(where: { $0.id == resource.id && $0.sha256 == resource.sha256 }) else {
            throw LibraryError.gone(resource, ofAssetUUID: uuid)
        }
        return PictureSource(resource, assetUUID: uuid)
    }

    /// Returns the files from which a version of a video plays: the video, and the AAE file that slows it.
    ///
    /// - Throws: `notFound` if the asset was deleted since its fetch, the principal may no longer see it, or it has no
    ///   video.
    package func playableSources(of asset: AssetRecord, version: AssetVersion) throws -> [PictureSource] {
        let files = try videoFiles(of: asset)
        guard let video = files.playable(version) else { throw LibraryError.gone(asset) }
        let adjustment = version == .current && !files.isAdjusted ? files.slowMotionAdjustment : nil
        return [video, adjustment].compactMap(\.self).map { PictureSource($0, assetUUID: asset.uuid) }
    }

    /// Returns the photo and the video of a Live Photo.
    ///
    /// - Returns: `nil` if the version isn't a Live Photo.
    /// - Throws: `notFound` if the asset was deleted since its fetch, or the principal may no longer see it.
    package func livePhotoResources(
        of asset: AssetRecord, version: AssetVersion
    ) throws -> (photo: ResourceRecord, video: ResourceRecord)? {
        let files = try videoFiles(of: asset)
        guard let photo = files.picture(version), photo.type.mediaType == .image,
            let video = files.pairedVideo(version)
        else { return nil }
        return (photo, video)
    }
}

extension LibraryError {
    /// The error for a file that was deleted since it was listed, or whose asset the principal may no longer see.
    package static func gone(_ resource: ResourceRecord, ofAssetUUID uuid: String) -> LibraryError {
        LibraryError(
            .notFound,
            "\(resource.originalFilename) of the asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) was "
                + "deleted, or the app may not see it any more. Fetch again.")
    }
}
