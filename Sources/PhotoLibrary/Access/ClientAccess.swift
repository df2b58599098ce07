package import Foundation
package import Records

/// The user's answers to one client.
package struct ClientAccess: Sendable, Equatable {
    /// The client's name: its program's, or `ALBUMEN_CLIENT`.
    package var client: String
    /// `nil` if the user wasn't asked.
    package var readWriteStatus: AuthorizationStatus?
    /// `nil` if the user wasn't asked.
    package var addOnlyStatus: AuthorizationStatus?
    /// The time of the newest answer.
    package var date: Date?
    /// The number of assets chosen for the client. They matter only while its access is limited.
    package var chosenAssetCount = 0
    /// When the client's token for the server was made, or `nil` if it has none.
    package var tokenDate: Date?
    /// The users in addition to the library's owner on whose connections the token has an effect.
    package var tokenUsers: Set<uid_t> = []
    /// Whether the client has a token that has no effect, because the library was copied or moved since.
    package var hasTokenOfOtherPlace = false
    /// When the client last used the library, within an hour, or `nil` if no use was noted.
    package var lastUsed: Date?

    package init(client: String) {
        self.client = client
    }

    /// An access level, as `albumen access set` accepts it.
    package enum Level: String, Sendable, CaseIterable {
        /// See, change and add photos.
        case full
        /// See and change the chosen photos, and add photos.
        case limited
        case addOnly = "add-only"
        case none
        /// Undecided: the next request of the client asks the user.
        case ask

        /// The answers that make up the level. `nil` removes an answer. Without an answer for adding, the answer for
        /// reading decides.
        var statuses: (readWrite: AuthorizationStatus?, addOnly: AuthorizationStatus?) {
            switch self {
            case .full: (.authorized, nil)
            case .limited: (.limited, nil)
            case .addOnly: (.denied, .authorized)
            case .none: (.denied, .denied)
            case .ask: (nil, nil)
            }
        }
    }

    /// The level that the user's answers make up.
    package var level: Level {
        switch readWriteStatus {
        case .authorized?: .full
        case .limited?: .limited
        case nil: addOnlyStatus == .authorized ? .addOnly : .ask
        default: addOnlyStatus == .authorized ? .addOnly : .none
        }
    }

    /// The status that PhotoKit reports for reading.
    package var effectiveReadWriteStatus: AuthorizationStatus { readWriteStatus ?? .notDetermined }

    /// The status that PhotoKit reports for adding.
    package var effectiveAddOnlyStatus: AuthorizationStatus {
        addOnlyStatus ?? effectiveReadWriteStatus.impliedStatusForAdding ?? .notDetermined
    }
}
