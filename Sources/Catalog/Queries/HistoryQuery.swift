import GRDB
import Records

/// The statements that read the details of one change for a client that sees the entire library.
enum HistoryQuery {
    /// Selects the UUIDs of the assets that a change created, including assets purged since.
    static func createdAssets(inChange change: Int64) -> (sql: String, arguments: StatementArguments) {
        let isInRange = "BETWEEN firstAssetId AND lastAssetId"
        return (
            """
            SELECT asset.uuid FROM createdRange CROSS JOIN asset ON asset.id \(isInRange) WHERE changeId = ?
            UNION ALL SELECT tombstone.uuid FROM createdRange CROSS JOIN tombstone ON assetId \(isInRange)
                WHERE changeId = ?
            """, [change, change]
        )
    }

    /// Selects each asset that a change affected. The columns are its UUID, whether it was in Recently Deleted before,
    /// whether it exists afterwards, and whether it's in Recently Deleted afterwards.
    static func assetImages(ofChange change: Int64) -> (sql: String, arguments: StatementArguments) {
        (
            """
            SELECT old.uuid, old.trashedDate IS NOT NULL, new.id IS NOT NULL, new.trashedDate IS NOT NULL
            FROM assetImage AS old
            LEFT JOIN assetImage AS new ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
            WHERE old.changeId = ? AND old.isAfter = 0
            """, [change]
        )
    }

    /// Selects each collection that a change affected. The columns are its UUID, whether it existed before, whether it
    /// exists afterwards, and whether its visible properties changed.
    static func collections(
        inChange change: Int64, kind: CollectionRecord.Kind
    ) -> (sql: String, arguments: StatementArguments) {
        (
            """
            SELECT min(uuid), min(isAfter) = 0, max(isAfter) = 1, \(isOther) FROM collectionImage
            WHERE changeId = ? AND kind = ? GROUP BY id
            """, [change, kind.rawValue]
        )
    }

    /// Whether the visible properties in the images of a collection differ.
    fileprivate static let isOther = ["title", "modificationDate", "coalesce(parentId, 0)"]
        .map { "count(DISTINCT \($0)) > 1" }.joined(separator: " OR ")
}

/// The statements that read the details of one change for a client with limited access. An object that the user chose
/// was inserted, and an object that disappeared was deleted.
enum GrantHistoryQuery {
    /// Selects each asset that a change affected. The columns are its UUID, whether the client saw it before, and
    /// whether the client sees it afterwards.
    ///
    /// - Complexity: O(*c* log *n*) for *c* rows of the change and *n* choices, and O(*k*) for *k* chosen assets among
    ///   those that the change created.
    static func assets(ofChange change: Int64, client: String) -> (sql: String, arguments: StatementArguments) {
        func chosen(_ table: String) -> String {
            """
            SELECT chosen.assetId FROM createdRange CROSS JOIN \(table) AS chosen
                ON chosen.client = ?1 AND chosen.assetId BETWEEN firstAssetId AND lastAssetId
            WHERE createdRange.changeId = ?2
            """
        }
        let uuid = """
            coalesce((SELECT uuid FROM asset WHERE asset.id = chosen.assetId),
                (SELECT uuid FROM tombstone WHERE tombstone.assetId = chosen.assetId))
            """
        return (
            """
            WITH created(assetId) AS (
                \(chosen("grants")) UNION \(chosen("purgedGrant")) UNION \(chosen("grantImage"))),
            affected(id, uuid, wasThere, isThere) AS (
                SELECT old.id, old.uuid, old.trashedDate IS NULL, new.id IS NOT NULL AND new.trashedDate IS NULL
                    FROM assetImage AS old
                    LEFT JOIN assetImage AS new ON new.changeId = old.changeId AND new.id = old.id AND new.isAfter = 1
                    WHERE old.changeId = ?2 AND old.isAfter = 0
                UNION ALL SELECT assetId, \(uuid), 0, 1 FROM created AS chosen
                UNION ALL SELECT assetId, \(uuid), NOT isTrashed, NOT isTrashed FROM grantImage AS chosen
                    WHERE chosen.changeId = ?2 AND +chosen.client = ?1
                        AND NOT EXISTS (SELECT 1 FROM assetImage AS image
                            WHERE image.changeId = ?2 AND image.id = chosen.assetId)
                        AND NOT EXISTS (SELECT 1 FROM createdRange AS run WHERE run.changeId = ?2
                            AND chosen.assetId BETWEEN run.firstAssetId AND run.lastAssetId)),
            seen(uuid, wasSeen, isSeen) AS (
                SELECT uuid, wasThere AND \(GrantTerms.isChosen("affected.id", unlessChangedBy: ">= ?2")),
                    isThere AND \(GrantTerms.isChosen("affected.id", unlessChangedBy: "> ?2")) FROM affected)
            SELECT uuid, wasSeen, isSeen FROM seen WHERE uuid IS NOT NULL AND (wasSeen OR isSeen)
            """, [client, change]
        )
    }

    /// Selects each collection that a change affected. The columns are its UUID, whether the client saw it before, and
    /// whether the client sees it afterwards. Leaves out collections whose visible properties stayed the same.
    static func collections(
        inChange change: Int64, kind: CollectionRecord.Kind, client: String
    ) -> (sql: String, arguments: StatementArguments) {
        (
            """
            SELECT uuid, 1 - isVisible, isVisible FROM visibilityImage
                WHERE changeId = ?2 AND +client = ?1 AND kind = ?3
            UNION ALL SELECT uuid, 1, 1 FROM (
                SELECT id, min(uuid) AS uuid FROM collectionImage WHERE changeId = ?2 AND kind = ?3
                GROUP BY id HAVING count(*) = 2 AND (\(HistoryQuery.isOther))) AS image
            WHERE NOT EXISTS (SELECT 1 FROM visibilityImage AS own
                    WHERE own.client = ?1 AND own.collectionId = image.id AND own.changeId = ?2)
                AND \(GrantTerms.isVisible("image.id", unlessChangedBy: "> ?2"))
            """, [client, change, kind.rawValue]
        )
    }
}
