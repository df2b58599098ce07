package import Foundation
import GRDB
package import Records

extension CatalogTransaction {
    /// The number of confirmed picks that are remembered.
    private static let pickLimit = 1000

    /// Stores the hash of a client's token, instead of the client's former token.
    ///
    /// Removes all tokens that were made at another place. They have no effect here, and mustn't get one.
    ///
    /// - Parameters:
    ///   - users: The users in addition to the library's owner on whose connections the token has an effect.
    ///   - place: Where the library is.
    package func setToken(
        digest: Data, ofClient client: String, users: Set<UInt32> = [], at place: TokenPlace
    ) throws {
        if try TokenRows.place(in: database)?.isSame(as: place) != true {
            try TokenRows.removeUsers(ofTokensWhere: "true", in: database)
            try database.execute(sql: "DELETE FROM clientToken")
        }
        try removeToken(ofClient: client)
        try database.cachedStatement(sql: "INSERT INTO clientToken (client, digest, date) VALUES (?, ?, ?)")
            .execute(arguments: [client, digest, date.stored])
        try TokenRows.insert(users, ofToken: digest, in: database)
        try setTokenPlace(place)
    }

    /// Stores where the library is, for the tokens that it has.
    package func setTokenPlace(_ place: TokenPlace) throws { try TokenRows.set(place, in: database) }

    /// Removes a client's token. Returns whether it had one.
    @discardableResult
    package func removeToken(ofClient client: String) throws -> Bool {
        try TokenRows.removeUsers(ofTokensWhere: "client = ?", [client], in: database)
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
        let requester = pick.requester
        try database.cachedStatement(
            sql: """
                INSERT INTO confirmedPick (date, origin, userId, isOwner, program, application, assetCount)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                pick.date.stored, requester.origin, requester.user.map { Int64($0) }, requester.isOwner,
                requester.program, pick.application, pick.assetCount,
            ])
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
