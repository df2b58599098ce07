import Albumen
import Records

extension LibraryView {
    /// Calls `body` for each of the user's albums and folders in the library's order, and for each folder before its
    /// children. Uses no recursion, so folders can be nested to any depth.
    func forEachCollection(_ body: (CollectionEntry) throws -> Void) throws {
        let covers = try chosenCovers()
        var pending = try topLevelCollections().reversed().map {
            (record: $0, parent: String?.none, depth: 0)
        }
        while let (record, parent, depth) = pending.popLast() {
            let children = record.kind == .folder ? try self.children(ofFolder: record.id) : []
            try body(
                CollectionEntry(
                    record, parent: parent, depth: depth, childCount: children.count, cover: covers[record.id]))
            pending += children.reversed().map { ($0, record.localIdentifier, depth + 1) }
        }
    }

    /// Returns the current state of an album or folder.
    func entry(ofCollection uuid: String) throws -> CollectionEntry {
        guard let record = try collection(uuid: uuid) else {
            throw CommandFailure(
                "Another program deleted the album or folder in the meantime. See the others with: albumen albums")
        }
        return CollectionEntry(
            record, parent: try parent(of: record)?.localIdentifier, depth: 0,
            childCount: record.kind == .folder ? try children(ofFolder: record.id).count : 0,
            cover: try chosenCovers(ofAlbum: record.id)[record.id])
    }
}
