package import Foundation

/// A browser that stays signed in to a library, also after the browser and the server have ended.
package struct LastingSignIn: Sendable, Equatable, Identifiable {
    /// A short name for lists and for ending the sign-in. It's no secret.
    package let id: String
    /// The browser's name, as it says itself.
    package let browser: String
    package let created: Date
    /// The last use, within an hour.
    package let lastUse: Date

    package init(id: String, browser: String, created: Date, lastUse: Date) {
        (self.id, self.browser, self.created, self.lastUse) = (id, browser, created, lastUse)
    }

    /// The time after its last use at which a sign-in ends.
    package static let lifetime: TimeInterval = 90 * 86_400

    func isOver(at date: Date) -> Bool { date.timeIntervalSince(lastUse) >= Self.lifetime }
}
