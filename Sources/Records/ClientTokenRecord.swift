package import Foundation

/// A client with a token for the server.
package struct ClientTokenRecord: Sendable, Equatable {
    package var client: String
    package var date: Date

    package init(client: String, date: Date) {
        self.client = client
        self.date = date
    }
}

/// The client of a token, with the user's answers and the last use, as one state of the catalog.
package struct ClientCredential: Sendable, Equatable {
    package var client: String
    /// `nil` if the user wasn't asked.
    package var readWriteStatus: AuthorizationStatus?
    /// `nil` if the user wasn't asked.
    package var addOnlyStatus: AuthorizationStatus?
    package var lastUsed: Date?

    package init(
        client: String, readWriteStatus: AuthorizationStatus?, addOnlyStatus: AuthorizationStatus?, lastUsed: Date?
    ) {
        self.client = client
        self.readWriteStatus = readWriteStatus
        self.addOnlyStatus = addOnlyStatus
        self.lastUsed = lastUsed
    }
}
