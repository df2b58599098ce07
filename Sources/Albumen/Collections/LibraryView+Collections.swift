import Catalog
import Foundation
package import Records

extension LibraryView {
    package func collection(uuid: String) throws -> CollectionRecord? {
        try read(.uuids([uuid])).first
    }

    /// All albums and folders, in the order in which a reader of the whole tree meets them; those of imports last, the newest
    /// first.
    package func collections() throws -> [CollectionRecord] {
        try tree()
    }

    /// The collections that there are, in the order of the library.
    package func collections(uuids: [String]) throws -> [CollectionRecord] {
        let wanted = Set(uuids)
        return try tree { wanted.contains($0.uuid) }
    }

    /// The albums, in the order of the tree.
    ///
    /// - Parameter subtype: `nil` for all albums.
    package func albums(subtype: CollectionSubtype?) throws -> [CollectionRecord] {
        try tree { $0.kind == .album && (subtype == nil || $0.subtype == subtype) }
    }

    package func folders() throws -> [CollectionRecord] {
        try tree { $0.kind == .folder }
    }

    /// In the user's order; what is new is at the front.
    package func topLevelCollections() throws -> [CollectionRecord] {
        try read(.children(folder: nil))
    }

    package func children(ofFolder identifier: Int64) throws -> [CollectionRecord] {
        try read(.children(folder: identifier))
    }

    /// The folder that a collection is in; nil at the top level.
    package func parent(of collection: CollectionRecord) throws -> CollectionRecord? {
        guard let current = try read(.identifiers([collection.id])).first, let parent = current.parentID else {
            return nil
        }
        return try read(.identifiers([parent])).first
    }

    package func albums(containingAsset identifier: Int64) throws -> [CollectionRecord] {
        let found = try catalog.read { try $0.collections(.containing(asset: identifier), scope: scope) }
        let containing = Set(found.map(\.id))
        return containing.isEmpty ? [] : try tree { containing.contains($0.id) }
    }

    /// Dates and place of the members that an album showed at a version of the library. Leaves out members that the client
    /// may not see now. Costs the album and the changes since.
    package func memberSummary(ofAlbum identifier: Int64, at version: Int64) throws -> MemberSummary {
        try catalog.read { try $0.memberSummary(ofAlbum: identifier, at: version, scope: scope) }
    }

    /// The assets among `rows` that are members of an album.
    package func members(ofAlbum album: Int64, among rows: [Int64]) throws -> Set<Int64> {
        try catalog.read { try $0.members(ofAlbum: album, among: rows) }
    }

    // MARK: Reading

    private func read(_ selection: CollectionQuery) throws -> [CollectionRecord] {
        try catalog.read { reader in
            try counted(try reader.collections(selection, scope: scope), reader)
        }
    }

    /// Those of all collections that are wanted, in the order in which a reader of the tree meets them. A cost of the
    /// collections, and for a client with limited access of the members of those that are wanted.
    private func tree(where isWanted: (CollectionRecord) -> Bool = { _ in true }) throws -> [CollectionRecord] {
        try catalog.read { reader in
            let all = try reader.collections(.all, scope: scope)
            return try counted(Self.inOrder(all).filter(isWanted), reader)
        }
    }

    private static func inOrder(_ all: [CollectionRecord]) -> [CollectionRecord] {
        let visible = Set(all.map(\.id))
        // A client with limited access may not see all that is above; what it sees then begins a tree of its own.
        var children = Dictionary(grouping: all) { record in record.parentID.flatMap { visible.contains($0) ? $0 : nil }
        }
        for key in children.keys { children[key]?.sort(by: comesBefore) }
        var tree: [CollectionRecord] = []
        tree.reserveCapacity(all.count)
        var stack = Array((children[nil] ?? []).reversed())
        while let next = stack.popLast() {
            tree.append(next)
            stack += (children[next.id] ?? []).reversed()
        }
        return tree
    }

    private static func comesBefore(_ left: CollectionRecord, _ right: CollectionRecord) -> Bool {
        switch (left.position, right.position) {
        case (let first?, let second?): (first, left.id) < (second, right.id)
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): left.id > right.id
        }
    }

    /// Rows count what the whole library shows; a client with limited access counts what it may see.
    private func counted(_ records: [CollectionRecord], _ reader: CatalogReader) throws -> [CollectionRecord] {
        guard access != .full else { return records }
        return try records.map { record in
            guard record.kind == .album else { return record }
            var query = AssetQuery()
            query.source = .album(record.id)
            query.scope = scope
            var record = record
            record.shownCount = try reader.assetCount(matching: query)
            return record
        }
    }
}
