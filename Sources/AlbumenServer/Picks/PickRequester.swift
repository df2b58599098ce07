import Foundation
import LibraryFiles

/// The party that asks for photos, as the server knows it. An app's own name is only a claim.
enum PickRequester: Hashable, Sendable {
    /// A page, by the origin that its browser reports.
    case origin(String)
    /// A program of a user of this machine, with the path of the program if it's the owner's.
    case program(user: uid_t, path: String?, isOwner: Bool)

    /// The name under which sessions are counted and assets have tokens: an origin, or a user with all programs.
    var key: String {
        switch self {
        case .origin(let origin): "origin \(origin)"
        case .program(let user, _, _): "user \(user)"
        }
    }

    /// Whether a page asks, and not a program.
    var isPage: Bool {
        if case .origin = self { true } else { false }
    }

    /// Whether a program of the library's owner asks, and not a page.
    var isOwnersProgram: Bool {
        if case .program(_, _, isOwner: true) = self { true } else { false }
    }
}

/// A requester, as the page shows it.
struct PickRequesterDocument: Encodable {
    let kind: String
    @OrNull var origin: String?
    @OrNull var user: String?
    @OrNull var program: String?

    init(_ requester: PickRequester) {
        switch requester {
        case .origin(let origin):
            kind = "origin"
            _origin = OrNull(wrappedValue: origin)
            _user = OrNull(wrappedValue: nil)
            _program = OrNull(wrappedValue: nil)
        case .program(let user, let path, let isOwner):
            kind = isOwner ? "process" : "user"
            _origin = OrNull(wrappedValue: nil)
            _user = OrNull(wrappedValue: UserName.of(user))
            _program = OrNull(wrappedValue: path)
        }
    }
}
