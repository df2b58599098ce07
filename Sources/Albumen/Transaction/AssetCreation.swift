package import Foundation
import Records

/// A new asset whose files an intake has made durable.
package struct AssetCreation: Sendable {
    /// The UUID of an app's placeholder. An asset with this UUID is always a new asset. `nil` for an import, whose file
    /// can be a duplicate or a part of another asset.
    package var uuid: String?
    package let files: [TakenFile]
    /// The file that describes the asset: its unadjusted picture or video.
    package let described: TakenFile
    package let facts: AssetFacts
    /// The values that an app sets beside those in the files.
    package var change = AssetChange()
    /// The picture as a `ThumbHash`; `nil` if it wasn't decoded yet.
    package var placeholder: Data?
    /// The file on disk that an import read.
    package var source: ImportSource?

    /// Creates an import's asset from one photo or video.
    ///
    /// - Parameter now: The time of the import.
    package init(_ file: TakenFile, from source: ImportSource?, now: Date) {
        self.init([file], described: file, now: now)
        self.source = source
    }

    /// Creates an app's asset.
    ///
    /// - Throws: `LibraryError.Code.missingResource` if no file is a photo or video.
    init(_ files: [TakenFile], of draft: AssetDraft, now: Date) throws(LibraryError) {
        guard let described = AssetFiles(files).picture(.unadjusted) else {
            throw LibraryError(.missingResource, "A new asset needs a photo or a video.")
        }
        self.init(files, described: described, now: now)
        uuid = draft.uuid
        change = draft.change
    }

    private init(_ files: [TakenFile], described: TakenFile, now: Date) {
        self.files = files
        self.described = described
        facts = AssetFacts(
            probe: described.probe, filename: described.originalFilename, fileDate: described.fileDate ?? now, now: now)
    }
}
