import Catalog
import Records

extension Library {
    /// What the user answered a client, as PhotoKit's raw value; nil where the user was never asked.
    package func grantedStatus(client: String, accessLevel: Int) throws -> Int? {
        try catalog.read { try $0.grantedStatus(client: client, accessLevel: accessLevel) }
    }

    /// The client whose access a change set; nil for every other change.
    package func grantedClient(ofChange change: Int64) throws -> String? {
        try catalog.readOnce { try $0.grantedClient(ofChange: change) }
    }

    /// Keeps the user's answer: a change of the library with a number and no objects, of which observers hear.
    package func setGrantedStatus(_ status: Int, client: String, accessLevel: Int) throws {
        try setGrantedStatuses(
            [accessLevel: status], client: client, author: Transaction.author(ofClient: client))
    }

    /// Stores the answers to a client at several access levels, in one transaction. `nil` removes an answer.
    ///
    /// - Parameter author: who decided, for the history.
    package func setGrantedStatuses(_ statuses: [Int: Int?], client: String, author: String) throws {
        try catalog.write(author: author, at: now()) { transaction in
            for (accessLevel, status) in statuses {
                if let status {
                    try transaction.setGrantedStatus(status, client: client, accessLevel: accessLevel)
                } else {
                    try transaction.removeGrantedStatus(client: client, accessLevel: accessLevel)
                }
            }
        }
    }

    /// Changes what a client may do. The assets that are chosen for it stay chosen.
    package func setAccess(_ level: ClientAccess.Level, ofClient client: String, author: String) throws {
        let (readWrite, addOnly) = level.statuses
        try setGrantedStatuses(
            [AccessLevel.readWrite: readWrite, AccessLevel.addOnly: addOnly], client: client, author: author)
    }

    /// The clients that have an answer or chosen assets, ordered by name.
    ///
    /// - Complexity: O(*n*) for *n* answers and chosen assets.
    package func clientAccess() throws -> [ClientAccess] {
        let (statuses, counts) = try catalog.read { (try $0.grantedStatuses(), try $0.chosenAssetCounts()) }
        var clients: [String: ClientAccess] = [:]
        for (client, accessLevel, status, date) in statuses {
            var access = clients[client] ?? ClientAccess(client: client)
            if accessLevel == AccessLevel.addOnly {
                access.addOnlyStatus = status
            } else {
                access.readWriteStatus = status
            }
            access.date = max(date, access.date ?? date)
            clients[client] = access
        }
        for (client, count) in counts {
            clients[client, default: ClientAccess(client: client)].chosenAssetCount = count
        }
        return clients.values.sorted { $0.client < $1.client }
    }
}
