package import Foundation

/// A row of `clientGrant`: the user's answer to one client for one access level.
package struct GrantRecord: Sendable, Equatable {
    package var client: String
    package var accessLevel: AccessLevel
    package var status: AuthorizationStatus
    package var date: Date

    package init(client: String, accessLevel: AccessLevel, status: AuthorizationStatus, date: Date) {
        self.client = client
        self.accessLevel = accessLevel
        self.status = status
        self.date = date
    }
}
