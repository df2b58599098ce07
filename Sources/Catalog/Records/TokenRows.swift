import Foundation
import GRDB
import Records

/// The rows of the table `secret` about clients' tokens. Its values have 32 bytes.
///
/// | name | value |
/// |---|---|
/// | `tokenPlace inVolume`, `tokenPlace atPath` | the hashes of a `TokenPlace` |
/// | `tokenUser 1001 DIGEST` | the hash of a token that also has an effect for the user 1001 |
enum TokenRows {
    /// The columns of a query of `clientToken AS token`: the names of the rows with the token's users, and the place.
    static let users = """
        (SELECT group_concat(name) FROM secret
            WHERE name >= 'tokenUser ' AND name < 'tokenUser!' AND value = token.digest)
        """
    static let inVolume = "(SELECT value FROM secret WHERE name = 'tokenPlace inVolume')"
    static let atPath = "(SELECT value FROM secret WHERE name = 'tokenPlace atPath')"

    /// Returns the users in the names of rows.
    static func users(in names: String?) -> Set<UInt32> {
        let fields = (names ?? "").split(separator: ",").map { $0.split(separator: " ") }
        return Set(fields.compactMap { $0.count == 3 ? UInt32($0[1]) : nil })
    }

    static func place(_ inVolume: Data?, _ atPath: Data?) -> TokenPlace? {
        guard let inVolume, let atPath else { return nil }
        return TokenPlace(inVolume: inVolume, atPath: atPath)
    }

    static func place(in database: Database) throws -> TokenPlace? {
        let row = try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(inVolume), \(atPath)"))
        return row.flatMap { place($0[0], $0[1]) }
    }

    static func set(_ place: TokenPlace, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO secret (name, value)
                VALUES ('tokenPlace inVolume', ?), ('tokenPlace atPath', ?)
                """,
            arguments: [place.inVolume, place.atPath])
    }

    static func insert(_ users: Set<UInt32>, ofToken digest: Data, in database: Database) throws {
        let name = digest.hexadecimal
        for user in users {
            try database.execute(
                sql: "INSERT INTO secret (name, value) VALUES (?, ?)", arguments: ["tokenUser \(user) \(name)", digest])
        }
    }

    /// - Parameter condition: The condition of the tokens in SQL.
    static func removeUsers(
        ofTokensWhere condition: String, _ arguments: StatementArguments = [], in database: Database
    ) throws {
        try database.execute(
            sql: """
                DELETE FROM secret WHERE name >= 'tokenUser ' AND name < 'tokenUser!'
                    AND value IN (SELECT digest FROM clientToken WHERE \(condition))
                """,
            arguments: arguments)
    }
}
