import GRDB
package import Records

extension CatalogReader {
    /// Returns the chosen cover of each album, by the album's UUID, or else its first visible member. Leaves out albums
    /// without a visible member.
    ///
    /// - Complexity: O(*n* + *h*) for *n* albums and *h* invisible members before the first visible ones.
    package func covers(ofAlbums uuids: [String], scope: AssetQuery.Scope) throws -> [String: Int64] {
        var arguments: StatementArguments = []
        guard let condition = Self.shown(in: scope, &arguments) else { return [:] }
        arguments += arguments
        arguments += [try JSONList.text(uuids)]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT uuid, coalesce((\(Self.chosenCover(condition))), (
                        SELECT member.assetId FROM albumMember AS member
                            CROSS JOIN asset ON asset.id = member.assetId
                        WHERE member.collectionId = collection.id AND \(condition)
                        ORDER BY member.position LIMIT 1))
                    FROM collection
                    WHERE shownCount > 0 AND uuid IN (SELECT value FROM json_each(?))
                    """),
            arguments: arguments)
        var covers: [String: Int64] = [:]
        while let row = try rows.next() {
            if let asset: Int64 = row[1] { covers[row[0]] = asset }
        }
        return covers
    }

    /// Returns the covers that the user chose, by the album's row identifier. Leaves out covers that aren't visible
    /// members of their album any more.
    ///
    /// - Parameter album: The row identifier of an album, or `nil` for all albums.
    /// - Complexity: O(*n*) for *n* albums.
    package func chosenCovers(ofAlbum album: Int64? = nil, scope: AssetQuery.Scope) throws -> [Int64: AssetRecord] {
        var arguments: StatementArguments = []
        guard let condition = Self.shown(in: scope, &arguments) else { return [:] }
        if let album { arguments += [album] }
        let rows = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT id, (\(Self.chosenCover(condition))) FROM collection
                    WHERE coverId IS NOT NULL\(album == nil ? "" : " AND id = ?")
                    """),
            arguments: arguments)
        var covers: [Int64: Int64] = [:]
        for row in rows {
            if let asset: Int64 = row[1] { covers[row[0]] = asset }
        }
        let found = try assets(withIdentifiers: Array(Set(covers.values)))
        return covers.compactMapValues { found[$0] }
    }

    /// Selects an album's chosen cover if a condition holds for it.
    private static func chosenCover(_ condition: String) -> String {
        """
        SELECT member.assetId FROM albumMember AS member CROSS JOIN asset ON asset.id = member.assetId
        WHERE member.assetId = collection.coverId AND member.collectionId = collection.id AND \(condition)
        """
    }

    /// Returns the albums whose cover was never an asset. Only damage can cause such covers.
    func coverFaults() throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT title FROM collection
                WHERE coverId IS NOT NULL AND coverId NOT IN (SELECT id FROM asset)
                    AND coverId NOT IN (SELECT assetId FROM tombstone)
                """
        ).map { "the cover of the album “\($0)” was never in the library" }
    }

    /// Returns the earliest and the latest local date of an album's visible members, as seconds since 2001-01-01.
    /// Returns `nil` if no visible member has a date.
    ///
    /// - Complexity: O(*n*) for *n* members.
    package func localDates(ofAlbum album: Int64, scope: AssetQuery.Scope) throws -> ClosedRange<Double>? {
        var arguments: StatementArguments = [album]
        guard let condition = Self.shown(in: scope, &arguments) else { return nil }
        let row = try Row.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT min(creationDate + coalesce(utcOffset, 0)), max(creationDate + coalesce(utcOffset, 0))
                    FROM albumMember AS member CROSS JOIN asset ON asset.id = member.assetId
                    WHERE member.collectionId = ? AND \(condition)
                    """),
            arguments: arguments)
        guard let row, let first: Double = row[0], let last: Double = row[1] else { return nil }
        return first...last
    }

    /// Returns the condition for the assets that a client sees, or `nil` if it sees none.
    private static func shown(in scope: AssetQuery.Scope, _ arguments: inout StatementArguments) -> String? {
        switch scope {
        case .everything: return "asset.isShown = 1"
        case .nothing: return nil
        case .granted(let client):
            arguments += [client]
            return "asset.isShown = 1 AND asset.id IN (SELECT assetId FROM grants WHERE client = ?)"
        case .chosen(let assets):
            arguments += [JSONList.text(assets)]
            return "asset.isShown = 1 AND asset.id IN (SELECT value FROM json_each(?))"
        }
    }
}
