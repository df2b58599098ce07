import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns what a change did to each asset, album and folder, with the values after it.
    ///
    /// The history has no values of assets that the change created: they are `inserted` with the values of their row. It has
    /// no titles and covers either.
    ///
    /// - Complexity: O(*c* log *n*) for *c* rows of the change and *n* rows of history.
    package func facts(ofChange change: Int64) throws -> ChangeFacts {
        var facts = ChangeFacts()
        facts.assets = try assetFacts(ofChange: change)
        facts.collections = try collectionFacts(ofChange: change)
        facts.client = try grantedClient(ofChange: change)
        return facts
    }

    // MARK: Assets

    private func assetFacts(ofChange change: Int64) throws -> [ChangeFacts.Asset] {
        var found: [Int64: (uuid: String, facts: [AssetFact])] = [:]
        let created = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT asset.id, asset.uuid FROM createdRange CROSS JOIN asset
                        ON asset.id BETWEEN firstAssetId AND lastAssetId WHERE changeId = ?1
                    UNION ALL SELECT assetId, tombstone.uuid FROM createdRange CROSS JOIN tombstone
                        ON assetId BETWEEN firstAssetId AND lastAssetId WHERE changeId = ?1
                    """), arguments: [change])
        while let row = try created.next() { found[row[0]] = (row[1], [.inserted]) }
        let content = Set(
            try Int64.fetchAll(
                try database.cachedStatement(sql: "SELECT assetId FROM contentChange WHERE changeId = ?"),
                arguments: [change]))
        let metadata = try metadataFacts(ofChange: change)
        let columns = Self.comparedColumns
        let images = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT old.id, old.uuid, new.id IS NOT NULL, \(columns.map { "old.\($0)" }.joined(separator: ", ")),
                        \(columns.map { "new.\($0)" }.joined(separator: ", "))
                    FROM assetImage AS old
                    LEFT JOIN assetImage AS new ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                    WHERE old.changeId = ? AND old.isAfter = 0
                    """), arguments: [change])
        while let row = try images.next() {
            let id: Int64 = row[0]
            var facts = Self.differences(row)
            if content.contains(id) { facts.append(.edited) }
            found[id] = (row[1], facts)
        }
        for (id, facts) in metadata {
            var asset = try found[id] ?? (uuid(ofAsset: id), [])
            asset.facts += facts
            found[id] = asset
        }
        return found.sorted { $0.key < $1.key }.map { id, asset in
            ChangeFacts.Asset(id: id, uuid: asset.uuid, facts: asset.facts.isEmpty ? [.other] : asset.facts)
        }
    }

    private static let comparedColumns = [
        "trashedDate", "isFavorite", "isHidden", "creationDate", "utcOffset", "latitude", "longitude",
    ]

    /// Compares the columns before and after a change.
    private static func differences(_ row: Row) -> [AssetFact] {
        let isThere: Bool = row[2]
        guard isThere else { return [.purged] }
        let (before, after) = (3, 3 + comparedColumns.count)
        func values<Value: DatabaseValueConvertible & StatementColumnConvertible & Equatable>(
            _ column: Int, _: Value.Type
        ) -> (new: Value?, differ: Bool) {
            let (old, new) = (row[before + column] as Value?, row[after + column] as Value?)
            return (new, old != new)
        }
        var facts: [AssetFact] = []
        let (wasTrashed, isTrashed) = (row[before] as Double? != nil, row[after] as Double? != nil)
        if wasTrashed != isTrashed { facts.append(isTrashed ? .deleted : .restored) }
        let (favorite, hidden) = (values(1, Bool.self), values(2, Bool.self))
        if favorite.differ { facts.append(.favorite(favorite.new ?? false)) }
        if hidden.differ { facts.append(.hidden(hidden.new ?? false)) }
        let (date, offset) = (values(3, Double.self), values(4, Int.self))
        if date.differ || offset.differ { facts.append(.date(Date(stored: date.new), utcOffset: offset.new)) }
        let (latitude, longitude) = (values(5, Double.self), values(6, Double.self))
        if latitude.differ || longitude.differ {
            if let latitude = latitude.new, let longitude = longitude.new {
                facts.append(.location(latitude: latitude, longitude: longitude))
            } else {
                facts.append(.locationRemoved)
            }
        }
        return facts
    }

    /// Compares the metadata before a change with those before the next one of the same asset, or with the present ones.
    private func metadataFacts(ofChange change: Int64) throws -> [Int64: [AssetFact]] {
        let changed = try Int64.fetchAll(
            try database.cachedStatement(sql: "SELECT assetId FROM metadataImage WHERE changeId = ?"),
            arguments: [change])
        var found: [Int64: [AssetFact]] = [:]
        for id in changed {
            guard let old = try metadata(ofAsset: id, at: change - 1), let new = try metadata(ofAsset: id, at: change)
            else { continue }
            var facts: [AssetFact] = []
            if old.caption != new.caption { facts.append(.caption(new.caption)) }
            if old.keywords != new.keywords { facts.append(.keywords(new.keywords)) }
            if old.rating != new.rating { facts.append(.rating(new.rating)) }
            found[id] = facts
        }
        return found
    }

    private func uuid(ofAsset id: Int64) throws -> String {
        try assets(withIdentifiers: [id])[id]?.uuid ?? purgedAssets(withIdentifiers: [id])[id]?.uuid ?? ""
    }

    // MARK: Albums and folders

    private struct CollectionState {
        var uuid = ""
        var isFolder = false
        var title = ""
        var parent: Int64?
        var position: Int64?
    }

    private func collectionFacts(ofChange change: Int64) throws -> [ChangeFacts.Collection] {
        var (before, after): ([Int64: CollectionState], [Int64: CollectionState]) = ([:], [:])
        let images = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT id, isAfter, uuid, kind, title, parentId, position FROM collectionImage WHERE changeId = ?
                    """), arguments: [change])
        while let row = try images.next() {
            let (id, isAfter): (Int64, Bool) = (row[0], row[1])
            let state = CollectionState(
                uuid: row[2], isFolder: row[3] == CollectionRecord.Kind.folder.rawValue, title: row[4], parent: row[5],
                position: row[6])
            if isAfter { after[id] = state } else { before[id] = state }
        }
        let members = try memberFacts(ofChange: change)
        let ids = Set(before.keys).union(after.keys).union(members.keys)
        let unchanged = try collections(withIdentifiers: ids.subtracting(before.keys).subtracting(after.keys).sorted())
        for record in unchanged {
            let state = CollectionState(
                uuid: record.uuid, isFolder: record.kind == .folder, title: record.title, parent: record.parentID)
            (before[record.id], after[record.id]) = (state, state)
        }
        return ids.sorted().compactMap { id in
            // An album that a later change deleted has no row, and its members have no history.
            guard let shown = after[id] ?? before[id] else { return nil }
            var facts: [CollectionFact] = []
            switch (before[id], after[id]) {
            case (nil, _): facts.append(.created)
            case (_, nil): facts.append(.deleted)
            case (let old?, let new?):
                if old.title != new.title { facts.append(.renamed(new.title)) }
                if old.parent != new.parent || old.position != new.position { facts.append(.moved) }
            }
            facts += members[id] ?? []
            return ChangeFacts.Collection(
                id: id, uuid: shown.uuid, isFolder: shown.isFolder, title: shown.title,
                facts: facts.isEmpty ? [.other] : facts)
        }
    }

    private func memberFacts(ofChange change: Int64) throws -> [Int64: [CollectionFact]] {
        var (added, removed, moved): ([Int64: [Int64]], [Int64: [Int64]], Set<Int64>) = ([:], [:], [])
        let images = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT collectionId, assetId, min(isAfter), max(isAfter) FROM albumMemberImage WHERE changeId = ?
                    GROUP BY collectionId, assetId
                    """), arguments: [change])
        while let row = try images.next() {
            let (album, asset): (Int64, Int64) = (row[0], row[1])
            let (isOnlyAfter, isAfter): (Bool, Bool) = (row[2], row[3])
            if isOnlyAfter {
                added[album, default: []].append(asset)
            } else if isAfter {
                moved.insert(album)
            } else {
                removed[album, default: []].append(asset)
            }
        }
        let ranges = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT collectionId, asset.id FROM albumMemberRange CROSS JOIN asset
                        ON asset.id BETWEEN firstAssetId AND lastAssetId WHERE changeId = ?
                    """), arguments: [change])
        while let row = try ranges.next() { added[row[0], default: []].append(row[1]) }
        var facts: [Int64: [CollectionFact]] = [:]
        for (album, assets) in added { facts[album, default: []].append(.added(assets)) }
        for (album, assets) in removed { facts[album, default: []].append(.removed(assets)) }
        for album in moved { facts[album, default: []].append(.rearranged) }
        return facts
    }
}
