package import BlobStore
import Foundation
import MediaRequests
package import Records

/// The staged document of an edit, or the staged AAE file with the slow motion of a video.
package struct TakenDocument: Sendable {
    let blob: StagedBlob
    let document: AdjustmentDocument
    /// The name of an AAE file with a slow motion, or `nil` for the document of an edit.
    var slowMotionFilename: String?
    /// The app's file that is removed after the asset is in the library.
    var movedFile: MovedFile?

    package init(
        blob: StagedBlob, document: AdjustmentDocument, slowMotionFilename: String? = nil, movedFile: MovedFile? = nil
    ) {
        self.blob = blob
        self.document = document
        self.slowMotionFilename = slowMotionFilename
        self.movedFile = movedFile
    }

    var resource: ResourceRecord {
        ResourceRecord(
            type: .adjustmentData, sha256: blob.digest, fileSize: blob.size,
            originalFilename: slowMotionFilename ?? AdjustmentDocument.filename,
            uniformTypeIdentifier: slowMotionFilename == nil
                ? AdjustmentDocument.uniformTypeIdentifier : AdjustmentEnvelope.uniformTypeIdentifier,
            pixelWidth: 0, pixelHeight: 0)
    }
}

/// An edit whose files an intake has staged.
package struct TakenEdit: Sendable {
    let document: TakenDocument
    /// One or two files of the types `fullSizePhoto`, `fullSizeVideo` and `fullSizePairedVideo`.
    let renderings: [TakenFile]
    /// The other app's rendering that the recipe applies to, if a whole set of files is copied or imported.
    var bases: [TakenFile] = []
    /// The effect of a Live Photo.
    package var playbackVariation = PlaybackVariation.none
    /// The derivatives of the rendering that the asset shows, which are stored after the commit.
    package var made: Derivatives.Made?

    package init(
        document: TakenDocument, renderings: [TakenFile], bases: [TakenFile] = [], made: Derivatives.Made? = nil
    ) {
        self.document = document
        self.renderings = renderings
        self.bases = bases
        self.made = made
    }

    package var blobs: [StagedBlob] { (renderings + bases).map(\.blob) + [document.blob] }

    /// The rendering that shows the asset, or `nil` if only the video of a Live Photo was edited.
    var picture: TakenFile? { AssetFiles(renderings).picture(.current) }

    var resources: [ResourceRecord] { (renderings + bases).map { $0.resource() } + [document.resource] }

    /// Whether the edit's files are known to be those of an asset, so that a file that only has a fitting name doesn't
    /// become an edit that a revert removes.
    ///
    /// A document of Albumen names the digests of the files. Otherwise, as in a document of Apple's devices, the rendering
    /// must have the original's kind, the same second of capture, and no longer side or duration.
    func belongs(to asset: AssetRecord, _ originals: [ResourceRecord]) -> Bool {
        let digests = document.document.fileDigests
        guard digests.isEmpty else {
            return (renderings + bases).allSatisfy { digests.contains($0.blob.digest) }
                && originals.contains { digests.contains($0.sha256) }
        }
        return (renderings + bases).allSatisfy { $0.isLikeAnEdit(of: asset, originals) }
    }

    /// Returns whether an asset with these originals can have the edit.
    package func fits(_ originals: [TakenFile]) -> Bool { (try? validate(for: originals)) != nil }

    /// Checks that an asset can have the edit.
    ///
    /// - Throws: `LibraryError.Code.missingResource` if there is no rendering, or `invalidResource` if a rendering
    ///   doesn't fit the asset.
    func validate(for originals: [some AssetFile]) throws(LibraryError) {
        let types = renderings.map(\.type)
        let files = AssetFiles(originals)
        let isVideo = files.picture(.unadjusted)?.resourceType.mediaType == .video
        guard !types.isEmpty else {
            throw LibraryError(
                .missingResource,
                "The edit has no rendering. Write \(isVideo ? "a QuickTime movie" : "a JPEG or HEIC file") with the "
                    + "edited \(isVideo ? "video" : "photo") first.")
        }
        let accepted: Set<ResourceType> =
            isVideo
            ? [.fullSizeVideo]
            : files[.pairedVideo] == nil ? [.fullSizePhoto] : [.fullSizePhoto, .fullSizePairedVideo]
        guard Set(types).count == types.count, accepted.isSuperset(of: types) else {
            throw LibraryError(
                .invalidResource,
                "The edit of this \(isVideo ? "video" : "photo") can't have the renderings "
                    + types.map(\.description).sorted().joined(separator: ", ") + ". Accepted are "
                    + accepted.map(\.description).sorted().joined(separator: " and ") + ".")
        }
    }
}

extension TakenFile {
    fileprivate func isLikeAnEdit(of asset: AssetRecord, _ originals: [ResourceRecord]) -> Bool {
        // A paired video comes with a picture, whose date counts.
        if [.fullSizePairedVideo, .adjustmentBasePairedVideo].contains(type) { return true }
        guard let original = AssetFiles(originals).picture(.unadjusted), original.type.mediaType == type.mediaType,
            let date = probe.captureDate, asset.dateSource == date.source.rawValue,
            asset.moment(
                of: Date(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate),
                utcOffset: date.utcOffsetInSeconds) != nil
        else { return false }
        return max(probe.pixelWidth, probe.pixelHeight) <= max(original.pixelWidth, original.pixelHeight)
            && (type.mediaType != .video || probe.duration < asset.duration + 1)
    }
}

extension ResourceType {
    /// The type of a rendering after another app's edit is made on top of it, or `nil` for other types.
    package var baseOfNextEdit: ResourceType? {
        switch self {
        case .fullSizePhoto: .adjustmentBasePhoto
        case .fullSizeVideo: .adjustmentBaseVideo
        case .fullSizePairedVideo: .adjustmentBasePairedVideo
        default: nil
        }
    }
}
