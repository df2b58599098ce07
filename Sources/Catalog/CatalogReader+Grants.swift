package import Foundation
import GRDB

extension CatalogReader {
    /// What the user answered a client, as PhotoKit's raw value; nil where the user was never asked.
    package func grantedStatus(client: String, accessLevel: Int) throws -> Int? {
        try Int.fetchOne(
            try database.cachedStatement(
                sql: "SELECT status FROM clientGrant WHERE client = ? AND accessLevel = ?"),
            arguments: [client, accessLevel])
    }

    /// The client whose access a change set; nil for every other change.
    package func grantedClient(ofChange change: Int64) throws -> String? {
        try String.fetchOne(
            try database.cachedStatement(sql: "SELECT client FROM grantChange WHERE changeId = ?"),
            arguments: [change])
    }

    /// The user's answers to all clients, ordered by client and access level.
    package func grantedStatuses() throws -> [(client: String, accessLevel: Int, status: Int, date: Date)] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT client, accessLevel, status, date FROM clientGrant ORDER BY client, accessLevel")
        ).map { ($0[0], $0[1], $0[2], Date(timeIntervalSinceReferenceDate: $0[3])) }
    }

    /// How many assets are chosen for each client that has any.
    ///
    /// - Complexity: O(*n*) for *n* choices.
    package func chosenAssetCounts() throws -> [String: Int] {
        let rows = try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT client, count(*) FROM grants GROUP BY client"))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    package func isGranted(asset identifier: Int64, to client: String) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM grants WHERE client = ? AND assetId = ?)"),
            arguments: [client, identifier]) ?? false
    }
}
