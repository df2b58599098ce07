import GRDB
import Records

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
    /// For a client with limited access, leaves out assets that weren't chosen since the version. An asset that was
    /// chosen after the version is a newcomer.
    ///
    /// - Parameter limit: The largest number of assets.
    /// - Returns: `nil` if more than `limit` assets may be affected.
    /// - Complexity: O(*c*) for *c* rows of the changes. For a client with limited access, O(*c* log *n*) for *n*
    ///   choices.
    package func assetsTouched(after version: Int64, for query: AssetQuery, limit: Int) throws -> TouchedAssets? {
        if case .granted(let client) = query.scope {
            let touched = try chosenAssetsTouched(after: version, for: query, client: client)
            return touched.identifiers.count <= limit ? touched : nil
        }
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

    /// - Parameter client: The client with limited access, or `nil` for all assets.
    fileprivate func noteImages(
        after version: Int64, _ query: AssetQuery, client: String? = nil, in touched: inout TouchedAssets
    ) throws {
        var columns: [AssetOrdering] = []
        if case .columns(let orderings) = query.ordering { columns = orderings }
        let selection = (["id"] + columns.map(\.column.rawValue)).joined(separator: ", ")
        let concerns = client == nil ? "" : "AND \(GrantTerms.concerns("assetImage.id", since: "> ?2"))"
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(selection) FROM assetImage WHERE changeId > ?2 AND isAfter = 0 \(concerns) ORDER BY changeId
                """)
        try statement.forEachRow(arguments: [client ?? "", version]) { row in
            let identifier = row.int64(0)
            // The first image contains the values at that version.
            guard touched.changed.insert(identifier).inserted else { return }
            touched.identifiers.insert(identifier)
            if !columns.isEmpty { touched.formerKeys[identifier] = SortKey(row, 1..<Int32(columns.count + 1)) }
        }
    }

    /// - Parameter client: The client with limited access, or `nil` for all assets.
    fileprivate func noteMembers(
        of album: Int64, after version: Int64, _ query: AssetQuery, client: String? = nil,
        in touched: inout TouchedAssets
    ) throws {
        let isByPosition = query.ordering == .position(album: album)
        var seen: Set<Int64> = []
        let concerns = client == nil ? "" : "AND \(GrantTerms.concerns("albumMemberImage.assetId", since: "> ?2"))"
        let images = try database.cachedStatement(
            sql: """
                SELECT position, assetId, isAfter FROM albumMemberImage
                WHERE changeId > ?2 AND collectionId = ?3 \(concerns)
                ORDER BY changeId, isAfter
                """)
        try images.forEachRow(arguments: [client ?? "", version, album]) { row in
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
            sql: client == nil
                ? "SELECT firstAssetId, lastAssetId FROM albumMemberRange WHERE changeId > ?2 AND collectionId = ?3"
                : """
                SELECT chosen.assetId, chosen.assetId FROM albumMemberRange CROSS JOIN grants AS chosen
                    ON chosen.client = ?1 AND chosen.assetId BETWEEN firstAssetId AND lastAssetId
                WHERE changeId > ?2 AND collectionId = ?3
                """)
        try ranges.forEachRow(arguments: [client ?? "", version, album]) { row in
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
    /// Returns the assets that changes affected since a version, among those that were chosen for the client since.
    private func chosenAssetsTouched(
        after version: Int64, for query: AssetQuery, client: String
    ) throws -> TouchedAssets {
        var touched = TouchedAssets()
        try noteImages(after: version, query, client: client, in: &touched)
        let created = try database.cachedStatement(
            sql: """
                SELECT chosen.assetId FROM createdRange CROSS JOIN grants AS chosen
                    ON chosen.client = ? AND chosen.assetId BETWEEN firstAssetId AND lastAssetId
                WHERE changeId > ?
                """)
        try created.forEachRow(arguments: [client, version]) { row in
            touched.identifiers.insert(row.int64(0))
            touched.newcomers.insert(row.int64(0))
        }
        if case .album(let album) = query.source {
            try noteMembers(of: album, after: version, query, client: client, in: &touched)
        }
        var seen: Set<Int64> = []
        let choices = try database.cachedStatement(
            sql: """
                SELECT assetId, isGranted FROM grantImage WHERE changeId > ? AND +client = ? ORDER BY changeId
                """)
        try choices.forEachRow(arguments: [version, client]) { row in
            // The first choice shows whether the asset was chosen at that version.
            guard seen.insert(row.int64(0)).inserted else { return }
            touched.identifiers.insert(row.int64(0))
            if row.bool(1) { touched.newcomers.insert(row.int64(0)) }
        }
        return touched
    }
}
