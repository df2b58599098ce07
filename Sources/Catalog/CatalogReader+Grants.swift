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

    package func isGranted(asset identifier: Int64, to client: String) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM grants WHERE client = ? AND assetId = ?)"),
            arguments: [client, identifier]) ?? false
    }
}
