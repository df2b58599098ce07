package import BlobStore
package import Foundation
import Records

/// A new asset whose files an intake has made durable.
package struct AssetCreation: Sendable {
    /// The UUID of an app's placeholder. An asset with this UUID is always a new asset. `nil` for an import, whose file
    /// can be a duplicate or a part of another asset.
    package var uuid: String?
    /// The original files.
    package let files: [TakenFile]
    /// The edit of a copied asset.
    var edit: TakenEdit?
    /// The AAE file with the slow motion of a copied video.
    var slowMotion: TakenDocument?
    /// The file that describes the asset: its unadjusted picture or video.
    package let described: TakenFile
    package let facts: AssetFacts
    /// The values that an app sets beside those in the files.
    package var change = AssetChange()
    /// An app's changes of the values in the files. `change` takes precedence.
    var adjustment = AssetAdjustment()
    /// The picture as a `ThumbHash`; `nil` if it wasn't decoded yet.
    package var placeholder: Data?
    /// The identifier in the library that exported the file. The new asset has it if it's free and the bytes are equal.
    package var identifierClaim: IdentifierClaim?
    /// What a source says of the item. It takes precedence over the files.
    var sourceFacts: SourceFacts?
    /// Whether the library had lost the bytes of the asset that has this file.
    package var healsLoss = false
    /// The file on disk that an import read.
    package var source: ImportSource?

    /// Creates an import's asset from one photo or video.
    ///
    /// - Parameters:
    ///   - motionVideo: The video that the photo contains.
    ///   - now: The time of the import.
    package init(_ file: TakenFile, motionVideo: TakenFile? = nil, from source: ImportSource?, now: Date) {
        self.init([file] + [motionVideo].compactMap(\.self), described: file, now: now)
        self.source = source
    }

    /// Creates the asset of a source's item, or returns `nil` if no file is a photo or video.
    ///
    /// - Parameters:
    ///   - files: The originals.
    ///   - slowMotion: The document with the slow motion of a video.
    ///   - now: The time of the import.
    package init?(_ files: [TakenFile], edit: TakenEdit?, slowMotion: TakenDocument?, now: Date) {
        guard let described = AssetFiles(files).describingFile else { return nil }
        self.init(files, described: described, now: now)
        self.edit = edit
        self.slowMotion = slowMotion
    }

    /// Creates an app's asset.
    ///
    /// - Throws: `LibraryError.Code.missingResource` if no file is a photo or video.
    init(_ taken: TakenDraft, of draft: AssetDraft, now: Date) throws(LibraryError) {
        guard let described = AssetFiles(taken.originals).describingFile else {
            throw LibraryError(.missingResource, "A new asset needs a photo or a video.")
        }
        self.init(taken.originals, described: described, now: now)
        uuid = draft.uuid
        change = draft.change
        adjustment = draft.adjustment
        edit = taken.edit
        slowMotion = taken.slowMotion
    }

    /// The staged bytes of all files.
    package var blobs: [StagedBlob] {
        files.map(\.blob) + (edit?.blobs ?? []) + (slowMotion.map { [$0.blob] } ?? [])
    }

    /// The app's files that are removed after the asset is in the library.
    var movedFiles: [MovedFile] {
        let media = files + (edit.map { $0.renderings + $0.bases } ?? [])
        return media.compactMap(\.movedFile) + [edit?.document, slowMotion].compactMap { $0?.movedFile }
    }

    private init(_ files: [TakenFile], described: TakenFile, now: Date) {
        self.files = files
        self.described = described
        facts = AssetFacts(
            probe: described.probe, filename: described.originalFilename, fileDate: described.fileDate ?? now, now: now)
    }
}
