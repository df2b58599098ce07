import Albumen
import Foundation
import LibraryFiles
import Records

/// The party that asks for photos, as the server knows it. An app's own name is only a claim.
struct PickRequester: Hashable, Sendable {
    /// The origin that the request names, or `nil` for a program without a page. A browser reports the origin of its
    /// page. Any other program can claim one.
    let origin: String?
    /// The user of the connection, as the kernel knows it.
    let user: uid_t
    /// The path of the program that has the connection open, such as the browser, if it's the owner's.
    let program: String?
    /// Whether the user is the library's owner or root.
    let isOwner: Bool
    /// The identifier of the connected site on another device, or `nil` for this machine.
    let site: String?

    private init(origin: String?, user: uid_t, program: String?, isOwner: Bool, site: String? = nil) {
        (self.origin, self.user, self.program, self.isOwner) = (origin, user, program, isOwner)
        self.site = site
    }

    /// A connected site in the browser of another device. It has the tokens of the same site on this machine.
    static func site(_ site: ConnectedSite) -> PickRequester {
        PickRequester(origin: site.origin, user: geteuid(), program: nil, isOwner: true, site: site.id)
    }

    /// A page, by its origin.
    static func origin(
        _ origin: String, user: uid_t = geteuid(), program: String? = nil, isOwner: Bool = true
    ) -> PickRequester {
        PickRequester(origin: origin, user: user, program: program, isOwner: isOwner)
    }

    /// A program without a page.
    static func program(user: uid_t, path: String?, isOwner: Bool) -> PickRequester {
        PickRequester(origin: nil, user: user, program: path, isOwner: isOwner)
    }

    /// The party whose sessions are counted together: a user and an origin, or all programs of a user.
    struct Share: Hashable, Sendable {
        /// The user, or `nil` for the library's owner, as which root counts.
        let user: uid_t?
        let origin: String?
        /// The identifier of the connected site on another device.
        let site: String?

        init(user: uid_t?, origin: String?, site: String? = nil) {
            (self.user, self.origin, self.site) = (user, origin, site)
        }

        /// The share of a request.
        init(_ origin: RequestOrigin, of peer: ConnectionPeer) {
            user = peer.isOwner ? nil : peer.user
            self.origin = if case .page(let origin) = origin { origin } else { nil }
            site = nil
        }
    }

    var share: Share { Share(user: isOwner ? nil : user, origin: origin, site: site) }

    /// The name under which assets have tokens.
    var key: String {
        switch (origin, isOwner) {
        case (let origin?, true): "origin \(origin)"
        case (let origin?, false): "user \(user) origin \(origin)"
        case (nil, _): "user \(user)"
        }
    }

    /// Whether a page asks, and not a program.
    var isPage: Bool { origin != nil }

    /// Whether a program of the library's owner asks, and not a page.
    var isOwnersProgram: Bool { isOwner && origin == nil }
}

/// A requester, as the page shows it.
struct PickRequesterDocument: Encodable {
    /// `origin` for a page in a program of the owner, `process` for another program of the owner, or `user` for a
    /// program of another user, which may name an origin.
    let kind: String
    @OrNull var origin: String?
    @OrNull var user: String?
    @OrNull var program: String?

    init(_ requester: PickRequester) {
        let isOwnersPage = requester.isOwner && requester.origin != nil
        kind = isOwnersPage ? "origin" : (requester.isOwner ? "process" : "user")
        origin = requester.origin
        user = isOwnersPage ? nil : UserName.of(requester.user)
        program = requester.program
    }
}

extension PickRequester {
    init(_ requester: ConfirmedPick.Requester) {
        self.init(
            origin: requester.origin, user: requester.user ?? geteuid(), program: requester.program,
            isOwner: requester.isOwner)
    }
}

extension ConfirmedPick.Requester {
    init(_ requester: PickRequester) {
        self.init(
            origin: requester.origin, user: requester.user, program: requester.program, isOwner: requester.isOwner)
    }
}
