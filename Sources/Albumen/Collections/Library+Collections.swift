import Catalog
import Foundation
package import Records

extension Library {
    package func collection(uuid: String, access: Access) throws -> CollectionRecord? {
        try read(.uuids([uuid]), access).first
    }

    /// All albums and folders, in the order in which a reader of the whole tree meets them; those of imports last, the newest
    /// first.
    package func collections(access: Access) throws -> [CollectionRecord] {
        try tree(access)
    }

    /// The collections that there are, in the order of the library.
    package func collections(uuids: [String], access: Access) throws -> [CollectionRecord] {
        let wanted = Set(uuids)
        return try tree(access) { wanted.contains($0.uuid) }
    }

    /// The albums, in the order of the tree.
    ///
    /// - Parameter subtype: `nil` for all albums.
    package func albums(subtype: CollectionSubtype?, access: Access) throws -> [CollectionRecord] {
        try tree(access) { $0.kind == .album && (subtype == nil || $0.subtype == subtype) }
    }

    package func folders(access: Access) throws -> [CollectionRecord] {
        try tree(access) { $0.kind == .folder }
    }

    /// In the user's order; what is new is at the front.
    package func topLevelCollections(access: Access) throws -> [CollectionRecord] {
        try read(.children(folder: nil), access)
    }

    package func children(ofFolder identifier: Int64, access: Access) throws -> [CollectionRecord] {
        try read(.children(folder: identifier), access)
    }

    /// The folder that a collection is in; nil at the top level.
    package func parent(of collection: CollectionRecord, access: Access) throws -> CollectionRecord? {
        guard let current = try read(.identifiers([collection.id]), access).first, let parent = current.parentID else {
            return nil
        }
        return try read(.identifiers([parent]), access).first
    }

    package func albums(containingAsset identifier: Int64, access: Access) throws -> [CollectionRecord] {
        let found = try catalog.read { try $0.collections(.containing(asset: identifier), scope: access.scope) }
        let containing = Set(found.map(\.id))
        return containing.isEmpty ? [] : try tree(access) { containing.contains($0.id) }
    }

    /// Dates and place of the members that an album showed at a version of the library. Leaves out members that the client
    /// may not see now. Costs the album and the changes since.
    package func memberSummary(
        ofAlbum identifier: Int64, at version: Int64, access: Access
    ) throws -> MemberSummary {
        try catalog.read { try $0.memberSummary(ofAlbum: identifier, at: version, scope: access.scope) }
    }

    // MARK: Reading

    private func read(
        _ query: CollectionQuery, _ access: Access
    ) throws -> [CollectionRecord] {
        try catalog.read { reader in
            try counted(try reader.collections(query, scope: access.scope), access, reader)
        }
    }

    /// Those of all collections that are wanted, in the order in which a reader of the tree meets them. A cost of the
    /// collections, and for a client with limited access of the members of those that are wanted.
    private func tree(
        _ access: Access, where isWanted: (CollectionRecord) -> Bool = { _ in true }
    ) throws -> [CollectionRecord] {
        try catalog.read { reader in
            let all = try reader.collections(.all, scope: access.scope)
            return try counted(Self.inOrder(all).filter(isWanted), access, reader)
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
    private func counted(
        _ records: [CollectionRecord], _ access: Access, _ reader: CatalogReader
    ) throws -> [CollectionRecord] {
        guard access != .full else { return records }
        return try records.map { record in
            guard record.kind == .album else { return record }
            var query = AssetQuery()
            query.source = .album(record.id)
            query.scope = access.scope
            var record = record
            record.shownCount = try reader.assetCount(matching: query)
            return record
        }
    }
}
