internal import GRDB
internal import Records

/// Collects the albums and folders of another library in the order of their positions.
struct AlbumenLibraryAlbums {
    private static let albumKind = Int64(CollectionRecord.Kind.album.rawValue)
    private static let folderKind = Int64(CollectionRecord.Kind.folder.rawValue)

    private var nodes: [AppleAlbums.Node] = []
    private var identifiers: Set<String> = []
    private var importCount = 0
    private(set) var otherDifferences: [(name: String, difference: SourceDifference)] = []

    /// Adds a row of `collection`. Rows come in the order of their positions.
    mutating func add(_ row: Row, id: Int64, members: [String], cover: String?) {
        let title = ForeignValue.text(row.text("title")) ?? ""
        let kind = row.integer("kind")
        guard let position = row.value("position"), !position.isNull else {
            importCount += 1
            return
        }
        guard kind == Self.albumKind || kind == Self.folderKind else {
            otherDifferences.append((title, SourceDifference(.albums, .unsupported)))
            return
        }
        let isAlbum = kind == Self.albumKind
        let identifier = AlbumenItemRow.identifier(uuid: row.text("uuid"), id: id, of: "collection")
        guard identifiers.insert(identifier).inserted else {
            otherDifferences.append((title, SourceDifference(isAlbum ? .albums : .folders, .duplicate)))
            return
        }
        if ForeignValue.text(row.text("description")) != nil {
            otherDifferences.append(
                (title, SourceDifference(isAlbum ? .albums : .folders, .unsupported, detail: "its description")))
        }
        var collection = SourceCollection(identifier: identifier, kind: isAlbum ? .album : .folder, title: title)
        if isAlbum {
            var known: Set<String> = []
            collection.members = members.filter { known.insert($0).inserted }
            collection.cover = cover
        }
        nodes.append(
            AppleAlbums.Node(
                id: String(id), parent: row.integer("parent").map(String.init), order: Double(nodes.count),
                isTrashed: false, collection: collection))
    }

    /// Returns the albums and folders, each folder before what it contains. Folders in a cycle aren't brought over.
    func collections() -> [SourceCollection] { AppleAlbums.arrange(nodes) { _ in false } }

    var differences: [(name: String, difference: SourceDifference)] {
        guard importCount > 0 else { return otherDifferences }
        return otherDifferences + [
            (
                "Imports",
                SourceDifference(
                    .albums, .unsupported, detail: importCount == 1 ? "1 import" : "\(importCount) imports")
            )
        ]
    }
}
