import GRDB
package import Records

extension CatalogTransaction {
    /// Sets an answer as a change with its own number, so that caches with that number become stale. Setting the same
    /// status again isn't a change.
    package func setGrantedStatus(_ status: AuthorizationStatus, client: String, accessLevel: AccessLevel) throws {
        guard try reader.grantedStatus(client: client, accessLevel: accessLevel) != status else { return }
        try history.noteGrant(to: client)
        let grant = GrantRecord(client: client, accessLevel: accessLevel, status: status, date: date)
        try database.cachedStatement(sql: GrantRecord.table.replacement).execute(arguments: grant.arguments())
    }

    /// Removes an answer, so that the client asks again. This is a change, like setting a status.
    package func removeGrantedStatus(client: String, accessLevel: AccessLevel) throws {
        guard try reader.grantedStatus(client: client, accessLevel: accessLevel) != nil else { return }
        try history.noteGrant(to: client)
        try database.cachedStatement(sql: "DELETE FROM clientGrant WHERE client = ? AND accessLevel = ?")
            .execute(arguments: [client, accessLevel.rawValue])
    }

    // MARK: Chosen assets

    /// Lets a client with limited access see an asset. This is a change unless the client could already see the asset.
    ///
    /// - Returns: Whether the asset wasn't visible to the client before.
    @discardableResult
    package func grant(asset identifier: Int64, to client: String) throws -> Bool {
        try !grant(assets: [identifier], to: client).isEmpty
    }

    /// Lets a client with limited access see assets. This is a change unless the client could already see all of them.
    ///
    /// - Returns: The assets that weren't visible to the client before.
    /// - Complexity: O(*n* log *m*) for *n* assets and *m* chosen ones. The number of statements is constant.
    package func grant(assets identifiers: some Collection<Int64>, to client: String) throws -> Set<Int64> {
        let added = try changedGrants(
            "INSERT OR IGNORE INTO grants (client, assetId) SELECT ?, value FROM json_each(?) RETURNING assetId",
            client, identifiers.sorted())
        try history.noteChoice(of: added, isGranted: true, for: client)
        try countMembers(of: added, chosenFor: client, as: 1)
        return Set(added)
    }

    /// Hides an asset from a client with limited access. This is also a change.
    ///
    /// - Returns: Whether the asset was visible to the client before.
    @discardableResult
    package func revoke(asset identifier: Int64, from client: String) throws -> Bool {
        try !revoke(assets: [identifier], from: client).isEmpty
    }

    /// Hides assets from a client with limited access. This is a change if the client could see one of them.
    ///
    /// - Returns: The assets that were visible to the client before.
    /// - Complexity: O(*n* log *m*) for *n* assets and *m* chosen ones. The number of statements is constant.
    package func revoke(assets identifiers: some Collection<Int64>, from client: String) throws -> Set<Int64> {
        let removed = try changedGrants(
            """
            DELETE FROM grants WHERE client = ? AND assetId IN (SELECT value FROM json_each(?)) RETURNING assetId
            """, client, identifiers.sorted())
        try history.noteChoice(of: removed, isGranted: false, for: client)
        try countMembers(of: removed, chosenFor: client, as: -1)
        return Set(removed)
    }

    private func changedGrants(_ sql: String, _ client: String, _ identifiers: [Int64]) throws -> [Int64] {
        guard !identifiers.isEmpty else { return [] }
        return try Int64.fetchAll(
            try database.cachedStatement(sql: sql), arguments: [client, JSONList.text(identifiers)])
    }

    // MARK: Albums with chosen assets

    /// Updates the number of chosen members in each album of the assets.
    private func countMembers(of assets: [Int64], chosenFor client: String, as sign: Int) throws {
        guard !assets.isEmpty else { return }
        let clients = try String.fetchSet(
            try database.cachedStatement(
                sql: Self.count(
                    """
                    SELECT ?1 AS client, collectionId, count(*) AS count FROM json_each(?2) AS chosen
                        CROSS JOIN albumMember ON albumMember.assetId = chosen.value
                    GROUP BY collectionId
                    """, as: sign)),
            arguments: [client, JSONList.text(assets)])
        history.noteVisibility(for: clients)
    }

    /// Updates the number of chosen members in an album for each client. Call it when the assets have become members of
    /// the album, or have stopped being members.
    func countChosen(_ members: [Int64], ofAlbum album: Int64, as sign: Int) throws {
        let clients = try String.fetchSet(
            try database.cachedStatement(
                sql: Self.count(
                    """
                    SELECT client, ?1 AS collectionId, count(*) AS count FROM json_each(?2) AS member
                        CROSS JOIN grants ON grants.assetId = member.value
                    GROUP BY client
                    """, as: sign)),
            arguments: [album, JSONList.text(members)])
        history.noteVisibility(for: clients)
    }

    /// Updates the number of chosen members in the asset's albums for each client. Call it before the asset is purged.
    func discountChosen(_ asset: Int64) throws {
        let clients = try String.fetchSet(
            try database.cachedStatement(
                sql: Self.count(
                    """
                    SELECT client, collectionId, 1 AS count FROM grants
                        CROSS JOIN albumMember ON albumMember.assetId = grants.assetId
                    WHERE grants.assetId = ?
                    """, as: -1)),
            arguments: [asset])
        history.noteVisibility(for: clients)
    }

    /// Returns the statement that adds counts by client and collection, or subtracts them. Returns the clients.
    private static func count(_ selection: String, as sign: Int) -> String {
        sign > 0
            ? """
            INSERT INTO chosenMemberCount (client, collectionId, count)
            SELECT client, collectionId, count FROM (\(selection)) WHERE true
            ON CONFLICT (client, collectionId) DO UPDATE SET count = count + excluded.count RETURNING client
            """
            : """
            UPDATE chosenMemberCount SET count = chosenMemberCount.count - lost.count FROM (\(selection)) AS lost
            WHERE chosenMemberCount.client = lost.client AND chosenMemberCount.collectionId = lost.collectionId
            RETURNING client
            """
    }
}
