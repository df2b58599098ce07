/// The values of `PHAuthorizationStatus`.
package struct AuthorizationStatus: NamedNumber {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let notDetermined = AuthorizationStatus(rawValue: 0)
    package static let restricted = AuthorizationStatus(rawValue: 1)
    package static let denied = AuthorizationStatus(rawValue: 2)
    package static let authorized = AuthorizationStatus(rawValue: 3)
    package static let limited = AuthorizationStatus(rawValue: 4)
}

extension AuthorizationStatus {
    package static let names: [AuthorizationStatus: String] = [
        .notDetermined: "notDetermined", .restricted: "restricted", .denied: "denied", .authorized: "authorized",
        .limited: "limited",
    ]
}

extension AuthorizationStatus {
    /// Whether an app with this status for reading sees assets: all of them, or those chosen for it.
    package var allowsReading: Bool { self == .authorized || self == .limited }

    /// The status for adding that this status for reading implies. An app that may read may also add.
    ///
    /// Returns `nil` if the status implies nothing.
    package var impliedStatusForAdding: AuthorizationStatus? { allowsReading ? .authorized : nil }
}
