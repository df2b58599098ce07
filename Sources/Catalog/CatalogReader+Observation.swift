import GRDB
package import Records

/// The assets that changes affected since a version of the library, with their sort keys at that version.
package struct TouchedAssets: Sendable {
    /// The assets whose rows were changed, not only their positions in an album.
    package fileprivate(set) var changed: Set<Int64> = []
    /// All affected assets, in no particular order.
    package fileprivate(set) var identifiers: Set<Int64> = []
    /// The assets that weren't in the library, or in the album, at that version.
    fileprivate(set) var newcomers: Set<Int64> = []
    /// The former sort keys of the assets whose sort key may have changed.
    fileprivate(set) var formerKeys: [Int64: SortKey] = [:]
}

extension CatalogReader {
    /// Returns whether the history contains all changes after a version.
    package func hasHistory(after version: Int64) throws -> Bool {
        guard let oldest = try oldestChange() else { return try latestChange() == version }
        return oldest <= version + 1
    }

    /// Returns the assets that changes affected since a version and that the query's source can contain.
    ///
    /// - Parameter limit: The largest number of assets.
    /// - Returns: `nil` if more than `limit` assets may be affected.
    /// - Complexity: O(*c*) for *c* rows of the changes.
    package func assetsTouched(after version: Int64, for query: AssetQuery, limit: Int) throws -> TouchedAssets? {
        guard try countTouched(after: version, for: query) <= limit else { return nil }
        var touched = TouchedAssets()
        try noteImages(after: version, query, in: &touched)
        let created = try database.cachedStatement(
            sql: "SELECT firstAssetId, lastAssetId FROM createdRange WHERE changeId > ?")
        try created.forEachRow(arguments: [version]) { row in
            for identifier in row.int64(0)...row.int64(1) {
                touched.identifiers.insert(identifier)
                touched.newcomers.insert(identifier)
            }
        }
        if case .album(let album) = query.source { try noteMembers(of: album, after: version, query, in: &touched) }
        return touched
    }

    /// Returns the assets whose rows were changed after a version.
    ///
    /// - Complexity: O(*c*) for *c* rows of the changes.
    package func assetsChanged(after version: Int64) throws -> Set<Int64> {
        var changed: Set<Int64> = []
        try database.cachedStatement(sql: "SELECT id FROM assetImage WHERE changeId > ? AND isAfter = 0")
            .forEachRow(arguments: [version]) { changed.insert($0.int64(0)) }
        return changed
    }

    /// Returns the number of affected assets that the query's source can contain. Counts an asset at most twice if it
    /// was affected in two ways.
    private func countTouched(after version: Int64, for query: AssetQuery) throws -> Int {
        var count =
            try Int.fetchOne(
                try database.cachedStatement(
                    sql: """
                        SELECT (SELECT count(DISTINCT id) FROM assetImage WHERE changeId > ?1 AND isAfter = 0)
                            + (SELECT coalesce(sum(lastAssetId - firstAssetId + 1), 0) FROM createdRange
                                WHERE changeId > ?1)
                        """), arguments: [version]) ?? 0
        guard case .album(let album) = query.source else { return count }
        count +=
            try Int.fetchOne(
                try database.cachedStatement(
                    sql: """
                        SELECT (SELECT count(DISTINCT assetId) FROM albumMemberImage
                            WHERE changeId > ?1 AND collectionId = ?2)
                            + (SELECT coalesce(sum(lastAssetId - firstAssetId + 1), 0) FROM albumMemberRange
                                WHERE changeId > ?1 AND collectionId = ?2)
                        """), arguments: [version, album]) ?? 0
        return count
    }

    private func noteImages(after version: Int64, _ query: AssetQuery, in touched: inout TouchedAssets) throws {
        var columns: [AssetOrdering] = []
        if case .columns(let orderings) = query.ordering { columns = orderings }
        let selection = (["id"] + columns.map(\.column.rawValue)).joined(separator: ", ")
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(selection) FROM assetImage WHERE changeId > ? AND isAfter = 0 ORDER BY changeId
                """)
        try statement.forEachRow(arguments: [version]) { row in
            let identifier = row.int64(0)
            // The first image contains the values at that version.
            guard touched.changed.insert(identifier).inserted else { return }
            touched.identifiers.insert(identifier)
            if !columns.isEmpty { touched.formerKeys[identifier] = SortKey(row, 1..<Int32(columns.count + 1)) }
        }
    }

    private func noteMembers(
        of album: Int64, after version: Int64, _ query: AssetQuery, in touched: inout TouchedAssets
    ) throws {
        let isByPosition = query.ordering == .position(album: album)
        var seen: Set<Int64> = []
        let images = try database.cachedStatement(
            sql: """
                SELECT position, assetId, isAfter FROM albumMemberImage WHERE changeId > ? AND collectionId = ?
                ORDER BY changeId, isAfter
                """)
        try images.forEachRow(arguments: [version, album]) { row in
            let identifier = row.int64(1)
            guard seen.insert(identifier).inserted else { return }
            touched.identifiers.insert(identifier)
            if row.bool(2) {
                touched.newcomers.insert(identifier)
            } else if isByPosition {
                touched.formerKeys[identifier] = SortKey(row, 0..<2)
            }
        }
        let ranges = try database.cachedStatement(
            sql: "SELECT firstAssetId, lastAssetId FROM albumMemberRange WHERE changeId > ? AND collectionId = ?")
        try ranges.forEachRow(arguments: [version, album]) { row in
            for identifier in row.int64(0)...row.int64(1) where !seen.contains(identifier) {
                touched.identifiers.insert(identifier)
                touched.newcomers.insert(identifier)
            }
        }
    }

    /// Returns the given assets that match the query, in its order. Ignores the query's limit.
    ///
    /// - Complexity: O(*n* log *m*) for *n* given assets in a library of *m* assets.
    package func assets(_ identifiers: some Collection<Int64>, matching query: AssetQuery) throws -> [Int64] {
        guard !identifiers.isEmpty else { return [] }
        let (sql, arguments) = try resolved(query).selectionStatement(among: Array(identifiers))
        var found: [Int64] = []
        try statement(sql, of: query).forEachRow(arguments: arguments) { found.append($0.int64(0)) }
        return found
    }

    /// Returns the asset's current sort key in the query's order, or `nil` if the asset doesn't exist or isn't in the
    /// album.
    package func sortKey(ofAsset identifier: Int64, in query: AssetQuery) throws -> SortKey? {
        var key: SortKey?
        switch query.ordering {
        case .given: break
        case .columns(let orderings):
            let selection = orderings.map(\.column.rawValue).joined(separator: ", ")
            try database.cachedStatement(sql: "SELECT \(selection) FROM asset WHERE id = ?")
                .forEachRow(arguments: [identifier]) { key = SortKey($0, 0..<Int32(orderings.count)) }
        case .position(let album):
            try database.cachedStatement(
                sql: "SELECT position, assetId FROM albumMember WHERE assetId = ? AND collectionId = ?"
            ).forEachRow(arguments: [identifier, album]) { key = SortKey($0, 0..<2) }
        }
        return key
    }

    /// Returns the asset's sort key at the version of `touched`, or `nil` if it had none.
    package func formerSortKey(
        ofAsset identifier: Int64, in query: AssetQuery, _ touched: TouchedAssets
    ) throws -> SortKey? {
        if touched.newcomers.contains(identifier) { return nil }
        return try touched.formerKeys[identifier] ?? sortKey(ofAsset: identifier, in: query)
    }

    package func hasCollection(_ identifier: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM collection WHERE id = ?)"),
            arguments: [identifier]) ?? false
    }
}

extension TouchedAssets {
    /// Adds unchanged assets that may enter or leave the list with time.
    package mutating func addAged(_ identifiers: [Int64]) {
        self.identifiers.formUnion(identifiers)
    }
}

extension CatalogReader {
    /// Returns the effects of these changes on albums and folders.
    ///
    /// - Complexity: O(*c*) for *c* rows of the changes.
    package func collectionsTouched(by changes: ClosedRange<Int64>) throws -> TouchedCollections {
        var touched = TouchedCollections()
        let bounds: StatementArguments = [changes.lowerBound, changes.upperBound]
        try database.cachedStatement(
            sql: """
                SELECT min(uuid), count(DISTINCT title) > 1 OR count(DISTINCT modificationDate) > 1 FROM collectionImage
                WHERE changeId BETWEEN ? AND ? GROUP BY id
                """
        ).forEachRow(arguments: bounds) { row in
            touched.areRearranged = true
            if row.bool(1) { touched.changed.insert(row.text(0)) }
        }
        try database.cachedStatement(
            sql: """
                SELECT uuid FROM collectionImage AS old WHERE changeId BETWEEN ? AND ? AND isAfter = 0 AND NOT EXISTS (
                    SELECT 1 FROM collectionImage AS new
                    WHERE new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1)
                """
        ).forEachRow(arguments: bounds) { touched.deleted.insert($0.text(0)) }
        // Albums whose members were added, removed or moved, and albums with a member whose visibility or date changed.
        try database.cachedStatement(
            sql: """
                SELECT uuid FROM collection WHERE id IN (
                    SELECT collectionId FROM albumMemberImage WHERE changeId BETWEEN ?1 AND ?2
                    UNION SELECT collectionId FROM albumMemberRange WHERE changeId BETWEEN ?1 AND ?2
                    UNION SELECT member.collectionId FROM assetImage AS old
                        CROSS JOIN albumMember AS member ON member.assetId = old.id
                        LEFT JOIN assetImage AS new
                            ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                        WHERE old.changeId BETWEEN ?1 AND ?2 AND old.isAfter = 0
                            AND (old.isShown IS NOT new.isShown OR old.creationDate IS NOT new.creationDate))
                """
        ).forEachRow(arguments: bounds) { touched.changed.insert($0.text(0)) }
        return touched
    }

    /// Returns whether a later change affects moments: an asset was added, shown or hidden, or has another date or
    /// location.
    package func momentsMayDiffer(after version: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM createdRange WHERE changeId > ?1) OR EXISTS (
                        SELECT 1 FROM assetImage AS old
                        LEFT JOIN assetImage AS new
                            ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                        WHERE old.changeId > ?1 AND old.isAfter = 0 AND (
                            old.isShown IS NOT new.isShown OR old.creationDate IS NOT new.creationDate
                            OR old.latitude IS NOT new.latitude OR old.longitude IS NOT new.longitude))
                    """),
            arguments: [version]) ?? true
    }

    /// Returns the effects of these changes on an asset that existed before. Returns `nil` if they didn't affect it.
    ///
    /// - Complexity: O(*c*) for *c* rows of the changes.
    package func assetTouched(_ identifier: Int64, by changes: ClosedRange<Int64>) throws -> TouchedAsset? {
        let arguments: StatementArguments = [changes.lowerBound, changes.upperBound, identifier]
        let wasTrashed = try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT trashedDate IS NOT NULL FROM assetImage
                    WHERE changeId BETWEEN ? AND ? AND id = ? AND isAfter = 0 ORDER BY changeId LIMIT 1
                    """), arguments: arguments)
        guard let wasTrashed else { return nil }
        let contentChanged = try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM contentChange WHERE changeId BETWEEN ? AND ? AND assetId = ?)"),
            arguments: arguments)
        return TouchedAsset(wasTrashed: wasTrashed, contentChanged: contentChanged ?? false)
    }
}
