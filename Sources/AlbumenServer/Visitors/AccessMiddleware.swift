import Albumen
import HTTPTypes
import Hummingbird
import Records

/// Decides what a request may see and change: everything for the owner, the user's grant for a client with a token, the
/// chosen assets for an app with a session, nothing for others. No other code decides this.
///
/// Requests without a valid cookie or token reach only the route that opens a link, and the routes for apps. On the
/// routes for apps, only the result token of a session counts, and only in its header. Cookies and links have no effect
/// there, nor on connections of other users of this machine.
///
/// A request with the header `Authorization: Bearer` is judged by the header alone, even if it also has a cookie. The
/// token opens the routes of the library (`ClientArea`) with the client's grant, on connections of the owner and of the
/// users for whom it was made. Its changes need no CSRF token, because no browser sends the header by itself. A script
/// of another origin can't send it either, because the server doesn't allow it in a preflight.
///
/// On the paths of senders (`SenderArea`), only the password of a sender counts, and it has no effect on other paths.
///
/// The cookie isn't enough to change anything. Browsers send it to every port of an address. So a server of another
/// user receives it as soon as the owner follows a link to that server. Therefore, a change also needs the session's
/// CSRF token in a header. Scripts of another origin, which includes other ports, can't read the token, because the
/// server allows no cross-origin reads. They can't send the header either. Pictures, videos, downloads and
/// `EventSource` can't send headers, so they use only the cookie and change nothing.
struct AccessMiddleware: RouterMiddleware {
    let sessions: OwnerSessions
    let picks: PickSessions
    let clients: ClientAdmissions
    let senders: SenderAdmissions

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        if let area = AppRoutes.area(of: request.uri.path) {
            var context = context
            if area == .session {
                let pick = try pick(of: request, from: context.peer)
                context.pick = pick
                context.principal = .pick(pick.loadable.map(\.row))
            }
            return try await next(request, context)
        }
        if SenderArea.contains(request.uri.path) {
            return try await next(request, senders.admit(request, context))
        }
        switch BearerToken(of: request) {
        case .missing: break
        case .malformed: throw Refusal.noClient
        case .token(let token): return try await respond(toClientWith: token, request, context, next)
        }
        guard context.peer.isOwner else { throw Refusal.noCookie }
        let cookie = OwnerCookie(of: context)
        guard let admission = try admission(among: cookie.values(in: request)) else {
            guard SignInRoute.isFor(request) else { throw Refusal.noCookie }
            return try await next(request, context)
        }
        if !request.method.isSafe {
            guard let token = request.headers[.csrfToken], try sessions.accepts(token: token, of: admission.session)
            else { throw Refusal.noToken }
        }
        var context = context
        context.principal = .owner(through: "page")
        context.session = admission.session
        var response = try await next(request, context)
        if let newCookie = admission.newCookie { cookie.set(newCookie, in: &response) }
        return response
    }

    /// Responds to a client with its grant. Before the response's body and each of its pieces, checks that the client
    /// still has the token, the grant and the requested asset.
    private func respond(
        toClientWith token: String, _ request: Request, _ context: GalleryContext,
        _ next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let visit = try await clients.admit(token, from: context.peer, context.logger)
        guard ClientArea.contains(request.uri.path) else { throw Refusal.onlyForOwner }
        guard visit.access != .addOnly else { throw Refusal.onlyAdds }
        var context = context
        context.principal = .client(visit.client, access: visit.access)
        context.client = visit
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as LibraryError where error.code == .accessDenied {
            // The access ended before the commit.
            guard try await clients.holds(visit) else { throw Refusal.noClient }
            throw error
        }
        guard request.method.isSafe, response.status.kind == .successful else { return response }
        let clients = clients
        let asset = ClientArea.asset(in: request.uri.path).flatMap { LocalIdentifier.uuid(of: String($0)) }
        guard try await clients.holds(visit) else { throw Refusal.noClient }
        guard try await clients.holds(visit, asset: asset) else { throw Refusal.noAsset }
        response.body = GuardedBodyWriter.guarding(response.body, context) {
            try await clients.holds(visit, asset: asset)
        }
        return response
    }

    /// Returns the session of the result token in the request's header. The token is only for the user and the origin
    /// that created the session.
    ///
    /// - Throws: `Refusal` (401) without a token, or (404) if the requester has no such session.
    private func pick(of request: Request, from peer: ConnectionPeer) throws -> PickSession {
        guard case .token(let token) = BearerToken(of: request) else { throw Refusal.noBearer }
        guard let pick = try picks.session(withToken: token),
            pick.requester.share == PickRequester.Share(try RequestOrigin(of: request), of: peer)
        else { throw Refusal.noPick }
        return pick
    }

    /// Finds the valid cookie. Pages on other ports can set any number of cookies with the same name, which come first.
    /// The size limit of a request's head bounds the work.
    private func admission(among cookies: [Substring]) throws -> OwnerSessions.Admission? {
        for cookie in cookies {
            if let admission = try sessions.admit(cookie: cookie) { return admission }
        }
        return nil
    }
}

extension HTTPRequest.Method {
    /// Whether requests with this method change nothing (RFC 9110, 9.2.1).
    var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

extension HTTPField.Name {
    static let csrfToken = HTTPField.Name("Albumen-CSRF-Token")!
}

extension Refusal {
    static let noBearer = Refusal(
        status: .unauthorized, code: "noToken",
        message: "This address needs the header Authorization: Bearer, with the token of the session.",
        headers: [.wwwAuthenticate: "Bearer"])

    static let noToken = Refusal(
        status: .forbidden, code: "noToken",
        message: "A change needs the header \(HTTPField.Name.csrfToken) with the token of /api/session. Fetch it again."
    )
}
