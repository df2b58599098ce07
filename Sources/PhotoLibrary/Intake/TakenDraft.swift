import BlobStore
import Records

/// The staged files of an app's new asset, by their purpose.
struct TakenDraft {
    /// The original files.
    let originals: [TakenFile]
    var edit: TakenEdit?
    let slowMotion: TakenDocument?

    /// - Parameters:
    ///   - files: The photos and videos, in any order.
    ///   - documents: The files of the type `adjustmentData`.
    /// - Throws: `LibraryError.Code.invalidResource` if a document is neither that of the edit nor a slow motion.
    init(_ files: [TakenFile], _ documents: [TakenDocument]) throws(LibraryError) {
        originals = files.filter { !ResourceType.edits.contains($0.type) }
        let bases = files.filter { ResourceType.bases.contains($0.type) }
        let renderings = files.filter { $0.type.baseOfNextEdit != nil }
        var documents = documents
        let isVideo = AssetFiles(originals)[.video] != nil
        // An app's edit can use any format, so the only document of an edited video is that of the edit.
        let index = isVideo ? documents.firstIndex { $0.slowMotionFilename != nil } : nil
        slowMotion = documents.count > (renderings.isEmpty ? 0 : 1) ? index.map { documents.remove(at: $0) } : nil
        guard documents.count == (renderings.isEmpty ? 0 : 1) else {
            throw LibraryError(
                .invalidResource,
                renderings.isEmpty
                    ? "Adjustment data without a rendering must be the slow motion of a video. Add the edited photo or "
                        + "video, too."
                    : "The asset has more than one edit. Add one resource of the type adjustmentData.")
        }
        edit = documents.first.map { document in
            var document = document
            document.slowMotionFilename = nil
            return TakenEdit(document: document, renderings: renderings, bases: bases)
        }
        try edit?.validate(for: originals)
    }

    /// The staged bytes of all files.
    var blobs: [StagedBlob] {
        originals.map(\.blob) + (edit?.blobs ?? []) + (slowMotion.map { [$0.blob] } ?? [])
    }
}
