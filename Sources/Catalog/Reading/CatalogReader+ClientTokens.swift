package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the client of a token, or `nil` if no client has it. Runs a single statement.
    ///
    /// - Parameter digest: The token's SHA-256. The search's time reveals nothing about other tokens.
    package func credential(withDigest digest: Data) throws -> ClientCredential? {
        try Row.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT client,
                        (SELECT status FROM clientGrant AS own WHERE own.client = token.client AND accessLevel = ?),
                        (SELECT status FROM clientGrant AS own WHERE own.client = token.client AND accessLevel = ?),
                        (SELECT date FROM clientUse AS own WHERE own.client = token.client),
                        \(TokenRows.users), \(TokenRows.inVolume), \(TokenRows.atPath)
                    FROM clientToken AS token WHERE digest = ?
                    """),
            arguments: [AccessLevel.readWrite.rawValue, AccessLevel.addOnly.rawValue, digest]
        ).map { row in
            let (readWrite, addOnly): (Int?, Int?) = (row[1], row[2])
            return ClientCredential(
                client: row[0], readWriteStatus: readWrite.map(AuthorizationStatus.init(rawValue:)),
                addOnlyStatus: addOnly.map(AuthorizationStatus.init(rawValue:)), lastUsed: Date(stored: row[3]),
                users: TokenRows.users(in: row[4]), place: TokenRows.place(row[5], row[6]))
        }
    }

    /// Returns the clients with a token, ordered by name.
    package func clientTokens() throws -> [ClientTokenRecord] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT client, date, \(TokenRows.users) FROM clientToken AS token ORDER BY client")
        ).map { row in
            ClientTokenRecord(
                client: row[0], date: Date(timeIntervalSinceReferenceDate: row[1]), users: TokenRows.users(in: row[2]))
        }
    }

    /// Returns where the library was when its tokens were made, or `nil` if that wasn't noted.
    package func tokenPlace() throws -> TokenPlace? { try TokenRows.place(in: database) }

    /// Returns when a client last used the library, or `nil` if that wasn't noted.
    package func clientUse(of client: String) throws -> Date? {
        let date = try Double.fetchOne(
            try database.cachedStatement(sql: "SELECT date FROM clientUse WHERE client = ?"), arguments: [client])
        return Date(stored: date)
    }

    /// Returns when each client last used the library, as far as it was noted.
    package func clientUses() throws -> [String: Date] {
        let rows = try Row.fetchAll(try database.cachedStatement(sql: "SELECT client, date FROM clientUse"))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Date(timeIntervalSinceReferenceDate: $0[1])) })
    }

    /// Returns a text that differs after each change of the answers to clients, of their chosen assets and tokens, and of
    /// the confirmed picks.
    package func clientsVersion() throws -> String {
        let row = try Row.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT (SELECT max(changeId) FROM grantChange), (SELECT max(id) FROM confirmedPick),
                        (SELECT count(*) FROM clientToken), (SELECT max(date) FROM clientToken)
                    """))
        let (change, pick, tokens): (Int64?, Int64?, Int) = (row?[0], row?[1], row?[2] ?? 0)
        let newest: Double? = row?[3]
        return "\(change ?? 0) \(pick ?? 0) \(tokens) \(newest ?? 0)"
    }

    /// Returns up to `limit` assets that are chosen for a client, in ascending order after a row identifier.
    package func chosenAssets(of client: String, after row: Int64, limit: Int) throws -> [Int64] {
        try Int64.fetchAll(
            try database.cachedStatement(
                sql: "SELECT assetId FROM grants WHERE client = ? AND assetId > ? ORDER BY assetId LIMIT ?"),
            arguments: [client, row, limit])
    }

    /// Returns the number of assets that are chosen for a client.
    ///
    /// - Complexity: O(*n*) for *n* chosen assets, in an index.
    package func chosenAssetCount(of client: String) throws -> Int {
        try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT count(*) FROM grants WHERE client = ?"), arguments: [client]) ?? 0
    }

    // MARK: Picks

    /// Returns the newest confirmed picks.
    package func confirmedPicks(limit: Int) throws -> [ConfirmedPick] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT id, date, origin, userId, isOwner, program, application, assetCount FROM confirmedPick
                    ORDER BY id DESC LIMIT ?
                    """),
            arguments: [limit]
        ).map { row in
            let (origin, user): (String?, Int64?) = (row[2], row[3])
            return ConfirmedPick(
                id: row[0], date: Date(timeIntervalSinceReferenceDate: row[1]),
                requester: ConfirmedPick.Requester(
                    origin: origin, user: user.map { UInt32(clamping: $0) }, program: row[5],
                    // Earlier versions noted no user for pages, which were the owner's.
                    isOwner: row[4] || user == nil),
                application: row[6], assetCount: row[7])
        }
    }

    /// Returns up to `limit` assets of a confirmed pick and their positions, after a position. Leaves out assets that
    /// were purged since.
    package func assets(
        ofConfirmedPick pick: Int64, after position: Int64, limit: Int
    ) throws -> [(position: Int64, asset: Int64)] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT position, assetId FROM confirmedPickAsset WHERE pickId = ? AND position > ?
                    ORDER BY position LIMIT ?
                    """),
            arguments: [pick, position, limit]
        ).map { ($0[0], $0[1]) }
    }

    /// Returns the number of assets of a confirmed pick that still exist, or `nil` if there is no such pick.
    package func assetCount(ofConfirmedPick pick: Int64) throws -> Int? {
        try Int.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT (SELECT count(*) FROM confirmedPickAsset WHERE pickId = confirmedPick.id)
                    FROM confirmedPick WHERE id = ?
                    """),
            arguments: [pick])
    }
}
