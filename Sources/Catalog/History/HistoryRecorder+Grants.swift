import GRDB
import Records

/// The changes of one transaction to a client's access and to the collections that clients see, until they are written.
final class GrantChanges {
    /// The client whose access changed.
    fileprivate var client: String?
    fileprivate var hasRow = false
    var hasClient: Bool { client != nil }
    /// The assets that are chosen or deselected by the transaction. An asset with both leaves no trace.
    fileprivate var choices: [Int64: Bool] = [:]
    /// The clients with other chosen members in an album.
    fileprivate var clients: Set<String> = []
    /// Whether collections were created by a client, deleted, or moved to other folders.
    fileprivate var collectionsMoved = false
}

extension HistoryRecorder {
    /// Records that a client's access changed. A transaction changes the access of at most one client.
    func noteGrant(to client: String) throws {
        try note(client)
        guard !grants.hasRow else { return }
        grants.hasRow = true
        try keep("INSERT INTO grantChange (changeId, client) VALUES (?, ?)", [try change(), client])
    }

    /// Records that assets became visible to a client, or stopped being visible.
    func noteChoice(of assets: some Collection<Int64>, isGranted: Bool, for client: String) throws {
        guard !assets.isEmpty else { return }
        try note(client)
        grants.choices.reserveCapacity(grants.choices.count + assets.count)
        for asset in assets {
            if grants.choices.removeValue(forKey: asset) == nil { grants.choices[asset] = isGranted }
        }
    }

    /// Call this if an asset is deleted by the transaction that created it.
    func forgetChoice(of asset: Int64) {
        grants.choices[asset] = nil
    }

    /// Records that the number of chosen members of an album changed for these clients.
    func noteVisibility(for clients: some Sequence<String>) {
        grants.clients.formUnion(clients)
    }

    /// Records that collections changed in a way that can affect any client.
    func noteVisibilityOfCollections() {
        grants.collectionsMoved = true
    }

    private func note(_ client: String) throws {
        guard grants.client == nil || grants.client == client else {
            throw CatalogError(.failed, "A transaction can change the access of one app only.")
        }
        grants.client = client
    }

    /// Writes the choices, and then the collections that appeared or disappeared. Call this after all other rows.
    func finishGrants() throws {
        if let client = grants.client, !grants.choices.isEmpty { try noteGrant(to: client) }
        var imageCount = try keepChoices(isGranted: true) + keepChoices(isGranted: false)
        imageCount += try keepVisibility()
        guard grants.hasRow, let changeID else { return }
        try database.cachedStatement(sql: "UPDATE grantChange SET imageCount = ? WHERE changeId = ?")
            .execute(arguments: [imageCount, changeID])
    }

    private func keepChoices(isGranted: Bool) throws -> Int {
        let assets = grants.choices.filter { $0.value == isGranted }.keys.sorted()
        guard let client = grants.client, !assets.isEmpty else { return 0 }
        return try keep(
            """
            INSERT INTO grantImage (client, assetId, changeId, isGranted, isTrashed)
            SELECT ?, chosen.value, ?, ?, asset.id IS NULL OR asset.trashedDate IS NOT NULL
            FROM json_each(?) AS chosen LEFT JOIN asset ON asset.id = chosen.value
            """, [client, try change(), isGranted, JSONList.text(assets)])
    }

    /// Records the collections that appeared and disappeared for each affected client.
    ///
    /// - Complexity: O(*n*) for *n* collections that the clients see or that clients created. No cost if the change
    ///   affected no album of a client.
    private func keepVisibility() throws -> Int {
        // A transaction without net effect has no change.
        guard grants.collectionsMoved || !grants.clients.isEmpty, let changeID else { return 0 }
        let clients = grants.collectionsMoved ? try allClients() : grants.clients
        guard !clients.isEmpty else { return 0 }
        let list = try JSONList.text(clients.sorted())
        let visible = CollectionVisibility.definition(ofClients: "?1")
        let count = try keep(
            """
            \(visible)
            INSERT INTO visibilityImage (client, collectionId, changeId, isVisible, uuid, kind)
            SELECT client, collection.id, ?2, 1, uuid, kind
                FROM visible CROSS JOIN collection ON collection.id = visible.id
                WHERE NOT EXISTS (
                    SELECT 1 FROM visibleCollection AS former
                    WHERE former.client = visible.client AND former.collectionId = visible.id)
            UNION ALL SELECT client, collectionId, ?2, 0, uuid, kind FROM visibleCollection
                WHERE client IN (SELECT value FROM json_each(?1))
                    AND (client, collectionId) NOT IN (SELECT client, id FROM visible)
            """, [list, changeID])
        try database.cachedStatement(
            sql: "DELETE FROM chosenMemberCount WHERE count = 0 AND client IN (SELECT value FROM json_each(?))"
        ).execute(arguments: [list])
        guard count > 0 else { return 0 }
        try database.cachedStatement(
            sql: """
                INSERT INTO visibleCollection (client, collectionId, uuid, kind)
                SELECT client, collectionId, uuid, kind FROM visibilityImage WHERE changeId = ? AND isVisible = 1
                """
        ).execute(arguments: [changeID])
        try database.cachedStatement(
            sql: """
                DELETE FROM visibleCollection WHERE (client, collectionId) IN (
                    SELECT client, collectionId FROM visibilityImage WHERE changeId = ? AND isVisible = 0)
                """
        ).execute(arguments: [changeID])
        return count
    }

    /// The clients that see a collection now or saw one before the transaction.
    private func allClients() throws -> Set<String> {
        try String.fetchSet(
            try database.cachedStatement(
                sql: """
                    SELECT DISTINCT client FROM visibleCollection UNION SELECT client FROM chosenMemberCount
                    UNION SELECT \(CollectionVisibility.clientOfCreator) FROM collection
                        WHERE \(CollectionVisibility.isOfClient)
                    """))
    }
}
