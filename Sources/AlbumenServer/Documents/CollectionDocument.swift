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
    /// In UTC. For the album of an import, the date of the import. `null` for smart albums.
    @OrNull var creationDate: String?
    /// The photo or video that the user chose as the album's cover. `null` for the default cover.
    @OrNull var cover: String?
}

extension CollectionDocument {
    init(_ album: SmartAlbum, count: Int, languageCode: String) {
        self.init(
            identifier: album.uuid, type: "smartAlbum", subtype: album.subtype.rawValue,
            title: album.pageTitle(languageCode: languageCode), count: count, parent: nil, creationDate: nil,
            cover: nil)
    }

    /// - Parameters:
    ///   - childCount: The number of child collections if the collection is a folder.
    ///   - cover: The chosen cover, or `nil` for the default cover.
    init(_ collection: CollectionRecord, parent: String?, childCount: Int, cover: AssetRecord?) {
        self.init(
            identifier: collection.uuid, type: collection.kind == .album ? "album" : "folder",
            subtype: collection.subtype.rawValue, title: collection.title,
            count: collection.kind == .album ? collection.shownCount : childCount,
            parent: parent, creationDate: Timestamp.utc(collection.creationDate), cover: cover?.uuid)
    }
}

extension SmartAlbum {
    /// The title in pages. PhotoKit's name of the album with all photos, "Recents", is misleading there.
    fileprivate func pageTitle(languageCode: String) -> String {
        guard subtype == .smartAlbumUserLibrary else { return title(languageCode: languageCode) }
        return languageCode == "zh" ? "照片" : "Photos"
    }
}
