import Foundation
import Records

/// A device that is being paired. The owner has made a link, which one device opens once.
struct Pairing: Sendable {
    /// How far the pairing is.
    enum State: Sendable {
        /// No device has opened the link.
        case offered
        /// A device has opened the link, and waits for the owner.
        case asking
        /// The owner has confirmed. The device gets the cookie each time it asks, because an answer can be lost.
        case confirmed(cookie: String)
        /// The owner has refused.
        case refused
        /// Two devices have opened the link, so somebody has caught it. Nobody is paired.
        case contested

        /// The name in documents.
        var name: String {
            switch self {
            case .offered: "offered"
            case .asking: "asking"
            case .confirmed: "confirmed"
            case .refused: "refused"
            case .contested: "contested"
            }
        }
    }

    /// A device that has opened the link.
    struct Visitor: Sendable {
        /// The name that the device got on its own page.
        let name: String
        /// The numeric address.
        let address: String
        /// The four digits that both sides show.
        let number: String
        /// The hash of the text with which the device opens the link again if it got no answer, or `nil`.
        let attempt: BlobDigest?
        /// The hash of the secret with which the device waits.
        var secret: BlobDigest
    }

    /// The time in which a link can be used, and in which the owner can confirm, in seconds.
    static let lifetime: TimeInterval = 300

    /// Names the pairing in the owner's routes. It's no secret.
    let id: String
    let key: BlobDigest
    /// The lasting sign-in of the device on which the owner has made the link, or `nil` for this machine.
    let addedBy: String?
    /// The end of the link. After the confirmation, the end of the time in which the device gets its cookie.
    var end: Date
    var state = State.offered
    /// The first device that has opened the link.
    var visitor: Visitor?

    var isConfirmed: Bool {
        if case .confirmed = state { true } else { false }
    }

    var isAsking: Bool {
        if case .asking = state { true } else { false }
    }
}
