package import Foundation
import GRDB
package import Records

extension CatalogTransaction {
    /// The number of confirmed picks that are remembered.
    private static let pickLimit = 1000

    /// Stores the hash of a client's token, instead of the client's former token.
    package func setToken(digest: Data, ofClient client: String) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO clientToken (client, digest, date) VALUES (?, ?, ?)")
            .execute(arguments: [client, digest, date.stored])
    }

    /// Removes a client's token. Returns whether it had one.
    @discardableResult
    package func removeToken(ofClient client: String) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM clientToken WHERE client = ?").execute(arguments: [client])
        return database.changesCount > 0
    }

    /// Notes that a client uses the library now.
    package func noteUse(ofClient client: String) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO clientUse (client, date) VALUES (?, ?)")
            .execute(arguments: [client, date.stored])
    }

    /// Remembers a pick, and forgets the oldest ones beyond a limit. Leaves out assets that no longer exist.
    ///
    /// - Returns: The pick's number.
    /// - Complexity: O(*n*) for *n* assets.
    @discardableResult
    package func insert(_ pick: ConfirmedPick, assets: [Int64]) throws -> Int64 {
        let (origin, user, isOwner, program): (String?, Int64?, Bool, String?) =
            switch pick.requester {
            case .origin(let origin): (origin, nil, false, nil)
            case .program(let user, let path, let isOwner): (nil, Int64(user), isOwner, path)
            }
        try database.cachedStatement(
            sql: """
                INSERT INTO confirmedPick (date, origin, userId, isOwner, program, application, assetCount)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [pick.date.stored, origin, user, isOwner, program, pick.application, pick.assetCount])
        let identifier = database.lastInsertedRowID
        let insertion = try database.cachedStatement(
            sql: "INSERT INTO confirmedPickAsset (pickId, position, assetId) SELECT ?, ?, id FROM asset WHERE id = ?")
        for (position, asset) in assets.enumerated() {
            try insertion.execute(arguments: [identifier, position, asset])
        }
        try database.cachedStatement(sql: "DELETE FROM confirmedPick WHERE id <= ?")
            .execute(arguments: [identifier - Int64(Self.pickLimit)])
        return identifier
    }
}
