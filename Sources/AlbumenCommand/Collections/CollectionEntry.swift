import Albumen
import Foundation
import Records

/// An album, folder or smart album with the properties that commands print.
struct CollectionEntry {
    enum Kind: String {
        case album, folder, smartAlbum
    }

    let localIdentifier: String
    let kind: Kind
    let subtype: CollectionSubtype
    let title: String
    /// The number of visible assets in an album, or of albums and folders directly in a folder.
    let count: Int
    /// The identifier of the parent folder, or `nil` at the top level.
    let parent: String?
    /// The identifier of the album's chosen cover, or `nil` for the default cover.
    let cover: String?
    /// `nil` for a smart album.
    let creationDate: Date?
    /// `nil` for a smart album.
    let modificationDate: Date?
    /// The number of folders that contain it, at all levels. 0 in an entry of a single collection.
    let depth: Int

    init(_ record: CollectionRecord, parent: String?, depth: Int, childCount: Int, cover: AssetRecord?) {
        localIdentifier = record.localIdentifier
        kind = record.kind == .folder ? .folder : .album
        subtype = record.subtype
        title = record.title
        count = record.kind == .folder ? childCount : record.shownCount
        self.parent = parent
        self.cover = cover.map { LocalIdentifier.string(uuid: $0.uuid, kind: .asset) }
        creationDate = record.creationDate
        modificationDate = record.modificationDate
        self.depth = depth
    }

    init(_ album: SmartAlbum, count: Int) {
        localIdentifier = LocalIdentifier.string(uuid: album.uuid, kind: .collection)
        kind = .smartAlbum
        subtype = album.subtype
        title = album.title(languageCode: nil)
        self.count = count
        parent = nil
        cover = nil
        creationDate = nil
        modificationDate = nil
        depth = 0
    }

    /// The line for people: identifier, kind, count, and title, which is indented in folders.
    var line: String {
        let columns = [
            String(localIdentifier.prefix(36)), kindName.padding(toLength: 6, withPad: " ", startingAt: 0),
            String(repeating: " ", count: max(0, 7 - String(count).count)) + String(count),
            String(repeating: "  ", count: depth) + PrintableText.line(title),
        ]
        return columns.joined(separator: "  ")
    }

    private var kindName: String {
        switch kind {
        case .album: subtype == .albumImported ? "import" : "album"
        case .folder: "folder"
        case .smartAlbum: "smart"
        }
    }
}

extension CollectionRecord {
    var localIdentifier: String {
        LocalIdentifier.string(uuid: uuid, kind: kind == .folder ? .folder : .collection)
    }
}
