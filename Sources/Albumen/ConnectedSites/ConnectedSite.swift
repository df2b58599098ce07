package import Foundation

/// A web site that may ask for photos in one browser of a paired device. It sees nothing of the library before the owner
/// chooses photos for it.
package struct ConnectedSite: Sendable, Equatable, Identifiable {
    /// A short name for addresses. It's no secret.
    package let id: String
    /// The site's origin, as the device's browser reported it.
    package let origin: String
    /// The identifier of the device whose browser has connected it. The connection ends with the device.
    package let device: String
    package let created: Date
    /// The last use, within an hour, or `nil` if it wasn't used yet.
    package let lastUse: Date?
}
