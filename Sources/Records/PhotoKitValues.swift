/// PhotoKit's numbers, as the catalog stores them and the facade spells them out.
package enum AssetMediaType: Int, Sendable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3

    /// PhotoKit's case name.
    package var name: String { String(describing: self) }
}

package enum PlaybackStyle: Int, Sendable {
    case unsupported = 0
    case image = 1
    case imageAnimated = 2
    case livePhoto = 3
    case video = 4
    case videoLooping = 5
}

package enum ResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    case audio = 3
    case alternatePhoto = 4
    case fullSizePhoto = 5
    case fullSizeVideo = 6
    case adjustmentData = 7
    case adjustmentBasePhoto = 8
    case pairedVideo = 9
    case fullSizePairedVideo = 10
    case adjustmentBasePairedVideo = 11
    case adjustmentBaseVideo = 12
    case photoProxy = 19

    /// PhotoKit's case name.
    package var name: String { String(describing: self) }
}

package enum BurstSelection {
    package static let autoPick = 1
    package static let userPick = 2
}

/// PhotoKit's raw values of `PHAuthorizationStatus`.
package enum AuthorizationStatus {
    package static let notDetermined = 0
    package static let restricted = 1
    package static let denied = 2
    package static let authorized = 3
    package static let limited = 4
}

/// PhotoKit's raw values of `PHAccessLevel`.
package enum AccessLevel {
    package static let addOnly = 1
    package static let readWrite = 2
}
