import Albumen
import Records

/// A collection that a page can show.
struct CollectionDocument: Encodable {
    let identifier: String
    let type: String
    /// The raw value of PhotoKit's subtype.
    let subtype: Int
    let title: String
    /// The number of photos and videos, or for a folder, of its albums and folders.
    let count: Int
    /// The folder that contains the collection, or `null` at the top level.
    @OrNull var parent: String?
}

extension CollectionDocument {
    init(_ album: SmartAlbum, count: Int, languageCode: String) {
        self.init(
            identifier: album.uuid, type: "smartAlbum", subtype: album.subtype.rawValue,
            title: album.title(languageCode: languageCode), count: count, parent: OrNull(wrappedValue: nil))
    }

    /// - Parameter childCount: The number of child collections if the collection is a folder.
    init(_ collection: CollectionRecord, parent: String?, childCount: Int) {
        self.init(
            identifier: collection.uuid, type: collection.kind == .album ? "album" : "folder",
            subtype: collection.subtype.rawValue, title: collection.title,
            count: collection.kind == .album ? collection.shownCount : childCount,
            parent: OrNull(wrappedValue: parent))
    }

    private init(
        identifier: String, type: String, subtype: Int, title: String, count: Int, parent: OrNull<String>
    ) {
        (self.identifier, self.type, self.subtype) = (identifier, type, subtype)
        (self.title, self.count) = (title, count)
        _parent = parent
    }
}
