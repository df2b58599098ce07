package import Foundation

/// A client with a token for the server.
package struct ClientTokenRecord: Sendable, Equatable {
    package var client: String
    package var date: Date
    /// The users in addition to the library's owner on whose connections the token has an effect.
    package var users: Set<UInt32>

    package init(client: String, date: Date, users: Set<UInt32> = []) {
        self.client = client
        self.date = date
        self.users = users
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
    /// The users in addition to the library's owner on whose connections the token has an effect.
    package var users: Set<UInt32>
    /// Where the library was when its tokens were made, or `nil` for tokens of an earlier version.
    package var place: TokenPlace?

    package init(
        client: String, readWriteStatus: AuthorizationStatus?, addOnlyStatus: AuthorizationStatus?, lastUsed: Date?,
        users: Set<UInt32> = [], place: TokenPlace? = nil
    ) {
        self.users = users
        self.place = place
        self.client = client
        self.readWriteStatus = readWriteStatus
        self.addOnlyStatus = addOnlyStatus
        self.lastUsed = lastUsed
    }
}
