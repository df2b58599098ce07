package import BlobStore
import Catalog
package import Foundation
package import Records

/// The tokens with which clients use the server.
extension Library {
    /// The time in seconds within which a client's use is noted once.
    package static let useInterval: TimeInterval = 3600

    /// Makes a token for a client, which ends its former one. The catalog stores only the hash.
    ///
    /// The token gives the client the access that the user granted, at each time.
    package func makeToken(forClient client: String) throws -> String {
        let token = try SecretToken()
        try catalog.write(author: "token", at: now()) { try $0.setToken(digest: token.digest.data, ofClient: client) }
        doorbell.ring()
        return token.text
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
