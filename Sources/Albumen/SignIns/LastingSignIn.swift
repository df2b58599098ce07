package import Foundation

/// A browser that stays signed in to a library, also after the browser and the server have ended. It's on this machine,
/// or on another device that was paired.
package struct LastingSignIn: Sendable, Equatable, Identifiable {
    /// A short name for lists and for ending the sign-in. It's no secret.
    package let id: String
    /// The browser's name, as it says itself, or the name that a device got when it was paired.
    package let browser: String
    package let created: Date
    /// The last use, within an hour.
    package let lastUse: Date

    /// The device, or `nil` for a browser on this machine.
    package let device: Device?

    package init(id: String, browser: String, created: Date, lastUse: Date, device: Device? = nil) {
        (self.id, self.browser, self.created, self.lastUse) = (id, browser, created, lastUse)
        self.device = device
    }

    /// What is known of another device.
    package struct Device: Sendable, Equatable {
        /// The numeric address of the last noted use.
        package let address: String
        /// The identifier of the device that paired this one, or `nil` if it was paired on this machine.
        package let addedBy: String?

        package init(address: String, addedBy: String?) {
            (self.address, self.addedBy) = (address, addedBy)
        }
    }

    /// The time after its last use at which a sign-in ends.
    package static let lifetime: TimeInterval = 90 * 86_400

    func isOver(at date: Date) -> Bool { date.timeIntervalSince(lastUse) >= Self.lifetime }
}
