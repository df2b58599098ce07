import Albumen
import HTTPTypes
import Hummingbird

/// The one place that decides what a request may see and change: everything for the owner, nothing for anybody else.
///
/// Requests that see nothing reach no route but the one that opens a link.
///
/// The cookie alone changes nothing. Browsers send it to every port of an address, so a server of another user gets it as soon as
/// the owner follows a link there. A change therefore also needs the session's CSRF token in a header. Scripts of another
/// origin, and that is another port too, can neither read the token (the server allows no cross-origin reads) nor send the
/// header. Pictures, videos, downloads and `EventSource` can't send headers: they use the cookie, and change nothing.
struct AccessMiddleware: RouterMiddleware {
    let sessions: OwnerSessions

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
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

    /// Pages of other ports can set any number of cookies of the same name, which come first. The limit of a request's head
    /// bounds the work.
    private func admission(among cookies: [Substring]) throws -> OwnerSessions.Admission? {
        for cookie in cookies {
            if let admission = try sessions.admit(cookie: cookie) { return admission }
        }
        return nil
    }
}

extension HTTPRequest.Method {
    /// Whether a request of the method changes nothing (RFC 9110, 9.2.1).
    var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

extension HTTPField.Name {
    static let csrfToken = HTTPField.Name("Albumen-CSRF-Token")!
}

extension Refusal {
    static let noToken = Refusal(
        status: .forbidden, code: "noToken",
        message: "A change needs the header \(HTTPField.Name.csrfToken) with the token of /api/session. Fetch it again."
    )
}
