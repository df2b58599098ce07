import GRDB
import Records

/// The statements that read the details of one change.
enum HistoryQuery {
    /// Selects the UUIDs of the assets that a change created, including assets purged since.
    static func createdAssets(
        inChange change: Int64, scope: AssetQuery.Scope
    ) -> (sql: String, arguments: StatementArguments) {
        let isInRange = "BETWEEN firstAssetId AND lastAssetId"
        func sql(_ live: String, _ purged: String) -> String {
            """
            SELECT asset.uuid FROM createdRange \(live) WHERE changeId = ?
            UNION ALL SELECT tombstone.uuid FROM createdRange \(purged) WHERE changeId = ?
            """
        }
        if case .chosen = scope { return ("SELECT uuid FROM asset WHERE 0", []) }
        guard case .granted(let client) = scope else {
            return (
                sql("CROSS JOIN asset ON asset.id \(isInRange)", "CROSS JOIN tombstone ON assetId \(isInRange)"),
                [change, change]
            )
        }
        func chosen(_ grants: String, _ row: String) -> String {
            "CROSS JOIN \(grants) AS chosen ON client = ? AND chosen.assetId \(isInRange) "
                + "CROSS JOIN \(row) = chosen.assetId"
        }
        return (
            sql(chosen("grants", "asset ON asset.id"), chosen("purgedGrant", "tombstone ON tombstone.assetId")),
            [client, change, client, change]
        )
    }

    /// Selects each asset that a change affected. The columns are its UUID, whether it was in Recently Deleted before,
    /// whether it exists afterwards, and whether it's in Recently Deleted afterwards.
    static func assetImages(
        ofChange change: Int64, scope: AssetQuery.Scope
    ) -> (sql: String, arguments: StatementArguments) {
        var sql = """
            SELECT old.uuid, old.trashedDate IS NOT NULL, new.id IS NOT NULL, new.trashedDate IS NOT NULL
            FROM assetImage AS old
            LEFT JOIN assetImage AS new ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
            WHERE old.changeId = ? AND old.isAfter = 0
            """
        var arguments: StatementArguments = [change]
        if case .granted(let client) = scope {
            sql += """
                 AND (EXISTS (SELECT 1 FROM grants WHERE client = ? AND assetId = old.id)
                OR EXISTS (SELECT 1 FROM purgedGrant WHERE client = ? AND assetId = old.id))
                """
            arguments += [client, client]
        }
        if case .chosen = scope { sql += " AND 0" }
        return (sql, arguments)
    }

    /// Selects each collection that a change affected. The columns are its UUID, whether it existed before, whether it
    /// exists afterwards, and whether its visible properties changed.
    static func collections(
        inChange change: Int64, kind: CollectionRecord.Kind, scope: AssetQuery.Scope
    ) -> (sql: String, arguments: StatementArguments) {
        var restriction = "changeId = ? AND kind = ?"
        var arguments: StatementArguments = [change, kind.rawValue]
        if case .granted(let client) = scope {
            let author = AssetQuery.Scope.author(ofClient: client)
            restriction += " AND (creator = ? OR id IN (\(CatalogReader.visibleCollections)))"
            arguments += [author, author, client]
        }
        if case .chosen = scope { restriction += " AND 0" }
        let isOther = ["title", "modificationDate", "coalesce(parentId, 0)"]
            .map { "count(DISTINCT \($0)) > 1" }.joined(separator: " OR ")
        return (
            """
            SELECT min(uuid), min(isAfter) = 0, max(isAfter) = 1, \(isOther) FROM collectionImage
            WHERE \(restriction) GROUP BY id
            """, arguments
        )
    }
}
