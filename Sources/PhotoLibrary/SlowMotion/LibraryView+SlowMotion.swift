import BlobStore
import Catalog
import Foundation
package import Records

extension LibraryView {
    /// Returns the slow motion with which the current version of a video plays, or `nil` if all of it plays at its own
    /// speed.
    ///
    /// A person's choice comes from the AAE file that was imported with the video. Without one, everything but the
    /// first and last tenth of a high-frame-rate video plays at 30 frames per second. A video that an app has edited
    /// plays as the app rendered it.
    ///
    /// - Throws: `LibraryError` if the asset was deleted since its fetch or the principal may no longer see it
    ///   (`notFound`), or if the bytes of its AAE file are remote (`networkAccessRequired`) or missing.
    package func slowMotion(of asset: AssetRecord) throws -> SlowMotion? {
        guard asset.mediaType == .video else { return nil }
        return try slowMotion(of: asset, videoFiles(of: asset))
    }

    /// Returns the slow motion with which the original of a video plays, whether or not an app has edited the video.
    ///
    /// - Throws: The errors of `slowMotion(of:)`.
    package func originalSlowMotion(of asset: AssetRecord) throws -> SlowMotion? {
        guard asset.mediaType == .video else { return nil }
        let files = try videoFiles(of: asset)
        var original = asset
        try catalog.read { try $0.unadjustedValues(ofAsset: asset.id) }?.apply(to: &original)
        return try slowMotion(
            of: original, AssetFiles(files.originals + [files.slowMotionAdjustment].compactMap(\.self)))
    }

    package func slowMotion(of asset: AssetRecord, _ files: AssetFiles<ResourceRecord>) throws -> SlowMotion? {
        guard !files.isAdjusted else { return nil }
        if let adjustment = files.slowMotionAdjustment, let chosen = try chosenSlowMotion(adjustment, asset) {
            return chosen
        }
        guard asset.mediaSubtypes.contains(.videoHighFrameRate),
            let frameRate = try catalog.read({ try $0.metadata(ofAsset: asset.id) })?.frameRate
        else { return nil }
        return SlowMotion(duration: asset.duration, frameRate: frameRate)
    }

    /// Returns the files of an asset of an earlier fetch.
    ///
    /// - Throws: `notFound` if the asset was deleted since the fetch, or if the principal may no longer see it.
    func videoFiles(of asset: AssetRecord) throws -> AssetFiles<ResourceRecord> {
        let resources = try catalog.readOnce { reader in
            try reader.resources(
                ofAsset: asset.id, uuid: asset.uuid, includesTrash: asset.trashedDate != nil, in: scope)
        }
        guard !resources.isEmpty else { throw LibraryError.gone(asset) }
        return AssetFiles(resources)
    }

    private func chosenSlowMotion(_ adjustment: ResourceRecord, _ asset: AssetRecord) throws -> SlowMotion? {
        guard adjustment.uniformTypeIdentifier == SlowMotionAdjustment.uniformTypeIdentifier,
            adjustment.fileSize <= SlowMotionAdjustment.byteLimit
        else { return nil }
        let source = PictureSource(adjustment, assetUUID: asset.uuid)
        try originals.requireHere(source)
        let file = try library.blobs.read(source.digest, atMost: SlowMotionAdjustment.byteLimit)
        return SlowMotionAdjustment.slowMotion(in: file)
    }
}

extension LibraryError {
    /// The error for an asset that was deleted since its fetch, or that the principal may no longer see.
    package static func gone(_ asset: AssetRecord) -> LibraryError { gone(assetUUID: asset.uuid) }

    /// The error for an asset that was deleted since its fetch, or that the principal may no longer see.
    package static func gone(assetUUID uuid: String) -> LibraryError {
        LibraryError(
            .notFound,
            "The asset \(LocalIdentifier.string(uuid: uuid, kind: .asset)) was deleted, or the app may not "
                + "see it any more. Fetch again.")
    }
}
