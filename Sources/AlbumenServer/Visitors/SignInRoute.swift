import Albumen
import HTTPTypes
import Hummingbird

/// The one route without a cookie: a link that `albumen serve` printed. It works once, and leaves the owner's cookie behind.
struct SignInRoute: Sendable {
    static let path: RouterPath = "/open"
    private static let keyName = "key"

    let sessions: OwnerSessions
    let page: SignInPage

    static func isFor(_ request: Request) -> Bool {
        request.uri.path == path.description && [.get, .head].contains(request.method)
    }

    /// The path and query of a link.
    static func link(key: String) -> String { "\(path)?\(keyName)=\(key)" }

    /// Answers a page and no redirect: after one from another site's page, a browser would not send the `SameSite=Strict`
    /// cookie that it has just been given.
    func open(_ request: Request, _ context: GalleryContext) throws -> Response {
        // A browser that looks ahead, or asks for the head alone, must not use the link up.
        let looksAhead = [HTTPField.Name("Sec-Purpose"), HTTPField.Name("Purpose")].contains { name in
            name.flatMap { request.headers[$0] }?.contains("prefetch") ?? false
        }
        guard request.method == .get, !looksAhead else { throw Refusal.noCookie }
        guard let key = request.uri.queryParameters.get(Self.keyName), let cookie = try sessions.open(key: key) else {
            // Whoever is in already may follow an old link.
            guard context.principal == .nobody else { return page.entrance() }
            throw Refusal.noCookie
        }
        var response = page.entrance()
        OwnerCookie(of: context).set(cookie, in: &response)
        return response
    }
}
