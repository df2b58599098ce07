package import Foundation
import Records

/// The user's answers to one client.
package struct ClientAccess: Sendable, Equatable {
    /// The client's name: its program's, or `ALBUMEN_CLIENT`.
    package var client: String
    /// PhotoKit's raw values of `PHAuthorizationStatus`; `nil` if the user wasn't asked.
    package var readWriteStatus: Int?
    package var addOnlyStatus: Int?
    /// The time of the newest answer.
    package var date: Date?
    /// How many assets are chosen for the client. They count while its access is limited.
    package var chosenAssetCount = 0

    package init(client: String) {
        self.client = client
    }

    /// What the client may do, in a word, as `albumen access set` takes it.
    package enum Level: String, Sendable, CaseIterable {
        /// See, change and add photos.
        case full
        /// See and change the chosen photos, and add photos.
        case limited
        case addOnly = "add-only"
        case none
        /// The client asks the next time.
        case ask

        /// The answers that make up the level. `nil` removes an answer; adding then follows reading.
        var statuses: (readWrite: Int?, addOnly: Int?) {
            switch self {
            case .full: (AuthorizationStatus.authorized, nil)
            case .limited: (AuthorizationStatus.limited, nil)
            case .addOnly: (AuthorizationStatus.denied, AuthorizationStatus.authorized)
            case .none: (AuthorizationStatus.denied, AuthorizationStatus.denied)
            case .ask: (nil, nil)
            }
        }
    }

    /// The status that PhotoKit reports for reading.
    package var effectiveReadWriteStatus: Int { readWriteStatus ?? AuthorizationStatus.notDetermined }

    /// The status that PhotoKit reports for adding: a client that may read may also add.
    package var effectiveAddOnlyStatus: Int {
        if let addOnlyStatus { return addOnlyStatus }
        return [AuthorizationStatus.authorized, AuthorizationStatus.limited].contains(effectiveReadWriteStatus)
            ? AuthorizationStatus.authorized : AuthorizationStatus.notDetermined
    }
}
