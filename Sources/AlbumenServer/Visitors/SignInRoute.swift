import Albumen
import HTTPTypes
import Hummingbird

/// The only route without a cookie. It opens a link that `albumen serve` printed. A link works once and sets the
/// owner's cookie.
struct SignInRoute: Sendable {
    static let path: RouterPath = "/open"
    private static let keyName = "key"

    let sessions: OwnerSessions
    let page: SignInPage

    static func isFor(_ request: Request) -> Bool {
        request.uri.path == path.description && [.get, .head].contains(request.method)
    }

    /// Returns the path and query of a link.
    static func link(key: String) -> String { "\(path)?\(keyName)=\(key)" }

    /// Returns a page instead of a redirect. After a redirect from another site's page, a browser wouldn't send the new
    /// `SameSite=Strict` cookie.
    func open(_ request: Request, _ context: GalleryContext) throws -> Response {
        // Prefetch and HEAD requests must not use the link up.
        let looksAhead = [HTTPField.Name("Sec-Purpose"), HTTPField.Name("Purpose")].contains { name in
            name.flatMap { request.headers[$0] }?.contains("prefetch") ?? false
        }
        guard request.method == .get, !looksAhead else { throw Refusal.noCookie }
        guard let key = request.uri.queryParameters.get(Self.keyName), let cookie = try sessions.open(key: key) else {
            // A browser with a session may follow an old link.
            guard context.principal == .nobody else { return page.entrance() }
            throw Refusal.noCookie
        }
        var response = page.entrance()
        OwnerCookie(of: context).set(cookie, in: &response)
        return response
    }
}
