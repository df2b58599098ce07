import BlobStore
import Catalog
package import Foundation
package import Records

/// The tokens with which clients use the server.
extension Library {
    /// The time in seconds within which a client's use is noted once.
    package static let useInterval: TimeInterval = 3600

    /// Makes a token for a client, which ends its former one. The catalog stores only the hash.
    ///
    /// The token gives the client the access that the user granted, at each time. It has no effect in a copy of the
    /// library. Making a token also ends the tokens that were made before the library was copied or moved to another
    /// volume.
    ///
    /// - Parameter users: The users in addition to the library's owner on whose connections the token has an effect.
    package func makeToken(forClient client: String, users: Set<uid_t> = []) throws -> String {
        guard let tokenPlace else {
            throw LibraryError(
                .accessDenied,
                "\(folder.path) can't be recognized, because its status can't be read. Check its permissions.")
        }
        let token = try SecretToken()
        try catalog.write(author: "token", at: now()) {
            try $0.setToken(digest: token.digest.data, ofClient: client, users: users, at: tokenPlace)
        }
        doorbell.ring()
        return token.text
    }

    /// Returns whether a token was made for this library, and not for the library of which it's a copy.
    package func isPlace(of credential: ClientCredential) -> Bool { isTokenPlace(credential.place) }

    func isTokenPlace(_ place: TokenPlace?) -> Bool {
        guard let place, let tokenPlace else { return false }
        return place.isSame(as: tokenPlace)
    }

    /// Notes where the library is, if its folder was moved and can still be recognized. Otherwise, tokens have no
    /// effect.
    ///
    /// - Returns: The clients whose tokens have no effect, because the library was copied, or moved to another volume.
    package func noteTokenPlace() throws -> [String] {
        let (clients, place) = try catalog.read { (try $0.clientTokens().map(\.client), try $0.tokenPlace()) }
        guard !clients.isEmpty, place != tokenPlace || place == nil else { return [] }
        guard let tokenPlace, isTokenPlace(place) else { return clients }
        try catalog.write(author: "token", at: now()) { try $0.setTokenPlace(tokenPlace) }
        return []
    }

    /// Whether clients have tokens with an effect.
    package func hasValidTokens() throws -> Bool {
        let (clients, place) = try catalog.read { (try $0.clientTokens(), try $0.tokenPlace()) }
        return !clients.isEmpty && isTokenPlace(place)
    }

    /// Notes where the library is after the owner has moved it.
    ///
    /// - Parameter areValid: Whether tokens had an effect before.
    /// - Returns: The clients whose tokens have no effect.
    package func moveTokens(areValid: Bool) throws -> [String] {
        if areValid, let tokenPlace {
            try catalog.write(author: "token", at: now()) { try $0.setTokenPlace(tokenPlace) }
        }
        return try noteTokenPlace()
    }

    /// Ends a client's token. Returns whether it had one.
    @discardableResult
    package func endToken(ofClient client: String) throws -> Bool {
        let hadToken = try catalog.write(author: "token", at: now()) { try $0.removeToken(ofClient: client) }
        if hadToken { doorbell.ring() }
        return hadToken
    }

    /// Returns the client of a token with its access now. Returns `nil` if no client has the token.
    ///
    /// Finds the token by its hash, so the time reveals nothing about other tokens.
    package func credential(ofToken token: some StringProtocol) throws -> ClientCredential? {
        try credential(withDigest: SecretToken.digest(of: token))
    }

    /// Returns the client of a token with its access now, by the token's hash.
    package func credential(withDigest digest: BlobDigest) throws -> ClientCredential? {
        try catalog.readOnce { try $0.credential(withDigest: digest.data) }
    }

    /// Returns a text that differs after each change of the clients' access, chosen assets and tokens, and of the
    /// remembered picks.
    package func clientsVersion() throws -> String {
        try catalog.readOnce { try $0.clientsVersion() }
    }

    /// Notes that a client uses the library now, unless that was noted within the last hour.
    ///
    /// - Parameter lastUsed: The last noted use.
    package func noteUse(ofClient client: String, lastUsed: Date?) throws {
        let date = now()
        if let lastUsed, abs(date.timeIntervalSince(lastUsed)) < Self.useInterval { return }
        try catalog.write(author: Transaction.author(ofClient: client), at: date) { try $0.noteUse(ofClient: client) }
    }

    /// Notes that a client uses the library now, unless any process noted that within the last hour.
    ///
    /// Waits for the catalog's write lock.
    package func noteUse(ofClient client: String) throws {
        try noteUse(ofClient: client, lastUsed: try catalog.readOnce { try $0.clientUse(of: client) })
    }
}

extension ClientCredential {
    /// The access that the user granted the client. A client that the user hasn't decided on is denied.
    package var access: Access {
        switch readWriteStatus {
        case .authorized?: .full
        case .limited?: .limited(client: client)
        default: addOnlyStatus == .authorized ? .addOnly : .denied
        }
    }
}
