import Hummingbird

/// The session of the requesting browser.
struct SessionRoutes: Sendable {
    let sessions: OwnerSessions

    func add(to routes: GalleryRoutes) {
        routes.get("/api/session") { _, context, _ in
            guard let session = context.session, let token = sessions.token(of: session) else { throw Refusal.noCookie }
            return try JSONAnswer.response(SessionDocument(csrfToken: token))
        }
    }
}
