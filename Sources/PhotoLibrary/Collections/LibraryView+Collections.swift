import Catalog
import Foundation
package import Records

extension LibraryView {
    package func collection(uuid: String) throws -> CollectionRecord? {
        try read(.uuids([uuid])).first
    }

    /// Returns all albums and folders in the order of the tree: a folder comes directly before its contents. Albums of
    /// imports come last, the newest first.
    package func collections() throws -> [CollectionRecord] {
        try tree()
    }

    /// Returns the collections with these UUIDs, in the order of the tree. Skips missing collections.
    package func collections(uuids: [String]) throws -> [CollectionRecord] {
        let wanted = Set(uuids)
        return try tree { wanted.contains($0.uuid) }
    }

    /// Returns the albums in the order of the tree.
    ///
    /// - Parameter subtype: The subtype, or `nil` for all albums.
    package func albums(subtype: CollectionSubtype?) throws -> [CollectionRecord] {
        try tree { $0.kind == .album && (subtype == nil || $0.subtype == subtype) }
    }

    package func folders() throws -> [CollectionRecord] {
        try tree { $0.kind == .folder }
    }

    /// Returns the collections at the top level in the user's order. New collections are first.
    package func topLevelCollections() throws -> [CollectionRecord] {
        try read(.children(folder: nil))
    }

    package func children(ofFolder identifier: Int64) throws -> [CollectionRecord] {
        try read(.children(folder: identifier))
    }

    /// Returns the folder that contains a collection, or `nil` at the top level.
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

    /// Returns the dates and the place of the members that an album showed at a version of the library. Excludes
    /// members that the client may not see now.
    ///
    /// - Complexity: O(*n* + *c*) for *n* members and *c* changes since the version.
    package func memberSummary(ofAlbum identifier: Int64, at version: Int64) throws -> MemberSummary {
        try catalog.read { try $0.memberSummary(ofAlbum: identifier, at: version, scope: scope) }
    }

    /// Returns the assets among `rows` that are members of an album.
    package func members(ofAlbum album: Int64, among rows: [Int64]) throws -> Set<Int64> {
        try catalog.read { try $0.members(ofAlbum: album, among: rows) }
    }

    /// Returns the chosen cover of each album, by the album's UUID, or else the first member that the client sees. Leaves
    /// out albums without such a member.
    ///
    /// - Complexity: O(*n* + *h*) for *n* albums and *h* invisible members before the first visible ones.
    package func covers(ofAlbums uuids: [String]) throws -> [String: Int64] {
        try catalog.read { try $0.covers(ofAlbums: uuids, scope: scope) }
    }

    /// Returns the covers that the user chose, by the album's row identifier. Leaves out covers that the client doesn't
    /// see in the album.
    ///
    /// - Parameter album: The row identifier of an album, or `nil` for all albums.
    /// - Complexity: O(*n*) for *n* albums.
    package func chosenCovers(ofAlbum album: Int64? = nil) throws -> [Int64: AssetRecord] {
        try catalog.read { try $0.chosenCovers(ofAlbum: album, scope: scope) }
    }

    /// Returns the first and the last day of the photos in an album, counted from 1970-01-01, in local time at the
    /// places where they were taken. Returns `nil` if no photo has a date.
    ///
    /// - Complexity: O(*n*) for *n* members.
    package func days(ofAlbum album: Int64) throws -> ClosedRange<Int>? {
        try catalog.read { try $0.localDates(ofAlbum: album, scope: scope) }.flatMap { dates in
            guard let first = Self.day(dates.lowerBound), let last = Self.day(dates.upperBound) else { return nil }
            return first...last
        }
    }

    private static func day(_ seconds: Double) -> Int? {
        CivilTime(secondsSinceReferenceDate: seconds, utcOffset: 0)?.dayNumber
    }

    // MARK: Reading

    private func read(_ selection: CollectionQuery) throws -> [CollectionRecord] {
        try catalog.read { reader in
            try counted(try reader.collections(selection, scope: scope), reader)
        }
    }

    /// Returns the matching collections in the order of the tree.
    ///
    /// - Complexity: O(*n* log *n*) for *n* collections. With limited access, also O(*m*) for *m* members of the
    ///   matching albums.
    private func tree(where isWanted: (CollectionRecord) -> Bool = { _ in true }) throws -> [CollectionRecord] {
        try catalog.read { reader in
            let all = try reader.collections(.all, scope: scope)
            return try counted(Self.inOrder(all).filter(isWanted), reader)
        }
    }

    private static func inOrder(_ all: [CollectionRecord]) -> [CollectionRecord] {
        let visible = Set(all.map(\.id))
        // With limited access, a parent may be invisible. Its visible children are then at the top level.
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

    /// With limited access, replaces the albums' asset counts by the number of members that the client may see.
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
