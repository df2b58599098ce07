import BlobStore
import PhotoLibrary
import PhotoSources
import Records

/// An item of a source whose files were read, or didn't need to be.
struct SourceItemReading: Sendable {
    /// The item without the files that can't be read, which are among its differences.
    var item: SourceItem
    /// The item as an earlier import brought it over.
    var known: AssetSourceRecord?
    /// The files, or `nil` if they are as before, in a dry run, and for an item that isn't brought over.
    var content: SourceArrival.Content?
    /// The derivatives of the pictures, which are stored after the commit.
    var made: [Derivatives.Made] = []
    /// Why the file that shows the item is truncated.
    var damage: String?

    var blobs: [StagedBlob] { content?.creation.blobs ?? [] }
}
