import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the user's answer to a client, or `nil` if the user wasn't asked.
    package func grantedStatus(client: String, accessLevel: AccessLevel) throws -> AuthorizationStatus? {
        try Int.fetchOne(
            try database.cachedStatement(
                sql: "SELECT status FROM clientGrant WHERE client = ? AND accessLevel = ?"),
            arguments: [client, accessLevel.rawValue]
        ).map(AuthorizationStatus.init(rawValue:))
    }

    /// Returns the client whose access a change set. Returns `nil` for all other changes, including a change in which a
    /// client with limited access created assets. Such assets are chosen for the client.
    package func grantedClient(ofChange change: Int64) throws -> String? {
        try String.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT client FROM grantChange JOIN change ON change.id = changeId
                    WHERE changeId = ? AND rowCount = 1 + coalesce(imageCount, 0)
                    """),
            arguments: [change])
    }

    /// Returns whether the history contains all choices of assets for the client after a version. Earlier versions of
    /// Albumen stored that something was chosen, but not what.
    package func hasChoices(ofClient client: String, after version: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT NOT EXISTS (
                        SELECT 1 FROM grantChange WHERE changeId > ? AND client = ? AND imageCount IS NULL)
                    """),
            arguments: [version, client]) ?? false
    }

    /// Returns the user's answers to all clients, ordered by client and access level.
    package func grants() throws -> [GrantRecord] {
        try database.cachedStatement(
            sql: "SELECT \(GrantRecord.table.selection) FROM clientGrant ORDER BY client, accessLevel"
        ).records(arguments: [])
    }

    /// Returns the number of assets that are chosen for each client. Leaves out clients without chosen assets.
    ///
    /// - Complexity: O(*n*) for *n* choices.
    package func chosenAssetCounts() throws -> [String: Int] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT client, count(*) FROM grants GROUP BY client"))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// Returns the assets that are chosen for a client, in ascending order.
    package func chosenAssets(of client: String) throws -> [Int64] {
        try Int64.fetchAll(
            try database.cachedStatement(sql: "SELECT assetId FROM grants WHERE client = ? ORDER BY assetId"),
            arguments: [client])
    }

    package func isGranted(asset identifier: Int64, to client: String) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM grants WHERE client = ? AND assetId = ?)"),
            arguments: [client, identifier]) ?? false
    }

    /// Returns the differences between the stored albums of clients and those that contain their chosen assets.
    func grantFaults() throws -> [String] {
        let counts = try String.fetchAll(
            database,
            sql: """
                SELECT DISTINCT client FROM (
                    SELECT client, collectionId, count FROM chosenMemberCount
                    UNION ALL SELECT client, collectionId, -count(*) FROM grants
                        CROSS JOIN albumMember ON albumMember.assetId = grants.assetId GROUP BY client, collectionId)
                GROUP BY client, collectionId HAVING sum(count) <> 0 ORDER BY client
                """)
        let collections = try String.fetchAll(
            database,
            sql: """
                \(CollectionVisibility.definition(ofClients: nil))
                SELECT client FROM (
                    SELECT client, id FROM visible UNION ALL SELECT client, collectionId FROM visibleCollection)
                GROUP BY client, id HAVING count(*) <> 2
                UNION SELECT client FROM visibleCollection
                    WHERE (collectionId, uuid, kind) NOT IN (SELECT id, uuid, kind FROM collection)
                """)
        return counts.map { "the counts of the app “\($0)” are not those of the photos chosen for it" }
            + collections.map { "the albums of the app “\($0)” are not those with photos chosen for it" }
    }
}
