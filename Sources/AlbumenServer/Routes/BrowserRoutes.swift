import Albumen
import HTTPTypes
import Hummingbird
import Records

/// The browsers and paired devices that stay signed in, for the owner's page.
struct BrowserRoutes: Sendable {
    private static let browsers = "/api/browsers"

    let work: BlockingWork
    let sessions: OwnerSessions
    /// The sign-ins, or `nil` if no browser stays signed in.
    let signIns: LastingSignIns?

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.browsers), use: list)
        routes.delete(RouterPath(Self.browsers), use: endAll)
        routes.delete(RouterPath("\(Self.browsers)/:browser"), use: end)
    }

    @Sendable private func list(_: Request, _ context: GalleryContext, _: LibraryView) async throws -> Response {
        let current = context.session.flatMap(sessions.signIn)
        let signIns = signIns
        return try await work.read {
            let all = try signIns?.all() ?? []
            return try JSONAnswer.response(
                BrowsersDocument(browsers: all.map { BrowserDocument($0, isThis: $0.id == current) }))
        }
    }

    @Sendable private func end(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let id = context.parameters.get("browser") ?? ""
        let signIns = signIns
        // The browser's sessions end with the sign-in (`OwnerSessions`), and their streams when the doorbell rings.
        let hasEnded = try await work.change {
            let hasEnded = try signIns?.end(id) ?? false
            if hasEnded { view.library.doorbell.ring() }
            return hasEnded
        }
        guard hasEnded else { throw Refusal.notFound("This browser isn't signed in any more.") }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    @Sendable private func endAll(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        let signIns = signIns
        try await work.change {
            guard try signIns?.endAll() ?? 0 > 0 else { return }
            view.library.doorbell.ring()
        }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
}

/// The browsers that stay signed in, last used first.
struct BrowsersDocument: Encodable {
    let browsers: [BrowserDocument]
}

/// A browser that stays signed in.
struct BrowserDocument: Encodable {
    let id: String
    /// The browser's name, as it says itself, or the device's. Empty if it isn't known.
    let name: String
    let created: String
    let lastUsed: String
    /// Whether the request came from this browser.
    let isThis: Bool
    /// The numeric address of a paired device's last noted use, or `null` for a browser on this machine.
    @OrNull var address: String?

    init(_ signIn: LastingSignIn, isThis: Bool) {
        (id, name, self.isThis) = (signIn.id, signIn.browser, isThis)
        address = signIn.device?.address
        created = Timestamp.utc(signIn.created) ?? ""
        lastUsed = Timestamp.utc(signIn.lastUse) ?? ""
    }
}
