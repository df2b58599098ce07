import Catalog
package import Records

extension Library {
    /// Returns the user's answer to a client, or `nil` if the user wasn't asked.
    package func grantedStatus(client: String, accessLevel: AccessLevel) throws -> AuthorizationStatus? {
        try catalog.readOnce { try $0.grantedStatus(client: client, accessLevel: accessLevel) }
    }

    /// Returns the client whose access a change set, or `nil` for all other changes.
    package func grantedClient(ofChange change: Int64) throws -> String? {
        try catalog.readOnce { try $0.grantedClient(ofChange: change) }
    }

    /// Stores the user's answer to a client. This is a numbered change without objects, which observers receive.
    package func setGrantedStatus(_ status: AuthorizationStatus, client: String, accessLevel: AccessLevel) throws {
        try setGrantedStatuses(
            [accessLevel: status], client: client, author: Transaction.author(ofClient: client))
    }

    /// Stores the answers to a client at several access levels, in one transaction. `nil` removes an answer.
    ///
    /// - Parameters:
    ///   - author: The author of the decision, for the history.
    ///   - endsToken: Whether the client's token for the server also ends.
    package func setGrantedStatuses(
        _ statuses: [AccessLevel: AuthorizationStatus?], client: String, author: String, endsToken: Bool = false
    ) throws {
        try catalog.write(author: author, at: now()) { transaction in
            if endsToken { try transaction.removeToken(ofClient: client) }
            for (accessLevel, status) in statuses {
                if let status {
                    try transaction.setGrantedStatus(status, client: client, accessLevel: accessLevel)
                } else {
                    try transaction.removeGrantedStatus(client: client, accessLevel: accessLevel)
                }
            }
        }
    }

    /// Sets the access of a client. Keeps the assets that are chosen for it. `none` also ends its token for the server.
    package func setAccess(_ level: ClientAccess.Level, ofClient client: String, author: String) throws {
        let (readWrite, addOnly) = level.statuses
        try setGrantedStatuses(
            [.readWrite: readWrite, .addOnly: addOnly], client: client, author: author, endsToken: level == .none)
        // The end of a token has no change number, so it doesn't wake other processes by itself.
        if level == .none { doorbell.ring() }
    }

    /// Returns the clients that have an answer, chosen assets or a token, ordered by name.
    ///
    /// - Complexity: O(*n*) for *n* answers and chosen assets.
    package func clientAccess() throws -> [ClientAccess] {
        let (grants, counts, tokens, place, uses) = try catalog.read { reader in
            (
                try reader.grants(), try reader.chosenAssetCounts(), try reader.clientTokens(),
                try reader.tokenPlace(), try reader.clientUses()
            )
        }
        var clients: [String: ClientAccess] = [:]
        for grant in grants {
            var access = clients[grant.client] ?? ClientAccess(client: grant.client)
            if grant.accessLevel == .addOnly {
                access.addOnlyStatus = grant.status
            } else {
                access.readWriteStatus = grant.status
            }
            access.date = max(grant.date, access.date ?? grant.date)
            clients[grant.client] = access
        }
        for (client, count) in counts {
            clients[client, default: ClientAccess(client: client)].chosenAssetCount = count
        }
        for token in tokens {
            var access = clients[token.client] ?? ClientAccess(client: token.client)
            if isTokenPlace(place) {
                (access.tokenDate, access.tokenUsers) = (token.date, token.users)
            } else {
                access.hasTokenOfOtherPlace = true
            }
            clients[token.client] = access
        }
        for (client, date) in uses { clients[client]?.lastUsed = date }
        return clients.values.sorted { $0.client < $1.client }
    }
}
