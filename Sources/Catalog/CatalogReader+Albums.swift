import GRDB

extension CatalogReader {
    /// Returns the first visible member of each album, by the album's UUID. Leaves out albums without one.
    ///
    /// - Complexity: O(*n* + *h*) for *n* albums and *h* invisible members before the first visible ones.
    package func covers(ofAlbums uuids: [String], scope: AssetQuery.Scope) throws -> [String: Int64] {
        var arguments: StatementArguments = []
        guard let condition = Self.shown(in: scope, &arguments) else { return [:] }
        arguments += [try Self.list(uuids)]
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT uuid, (
                        SELECT member.assetId FROM albumMember AS member
                            CROSS JOIN asset ON asset.id = member.assetId
                        WHERE member.collectionId = collection.id AND \(condition)
                        ORDER BY member.position LIMIT 1)
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
            arguments += [Self.list(assets)]
            return "asset.isShown = 1 AND asset.id IN (SELECT value FROM json_each(?))"
        }
    }
}
