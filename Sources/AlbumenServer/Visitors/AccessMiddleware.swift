import Albumen
import HTTPTypes
import Hummingbird

/// Decides what a request may see and change: everything for the owner, nothing for others. No other code decides this.
///
/// Requests without a valid cookie reach only the route that opens a link.
///
/// The cookie isn't enough to change anything. Browsers send it to every port of an address. So a server of another
/// user receives it as soon as the owner follows a link to that server. Therefore, a change also needs the session's
/// CSRF token in a header. Scripts of another origin, which includes other ports, can't read the token, because the
/// server allows no cross-origin reads. They can't send the header either. Pictures, videos, downloads and
/// `EventSource` can't send headers, so they use only the cookie and change nothing.
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
    static let noToken = Refusal(
        status: .forbidden, code: "noToken",
        message: "A change needs the header \(HTTPField.Name.csrfToken) with the token of /api/session. Fetch it again."
    )
}
