import Albumen
import HTTPTypes
import Hummingbird

/// The only route without a cookie. It opens a link that `albumen serve` printed. A link works once and sets the
/// owner's cookie.
struct SignInRoute: Sendable {
    static let path: RouterPath = "/open"
    private static let keyName = "key"
    private static let pickName = "pick"
    private static let library = "/"

    let sessions: OwnerSessions
    let page: VisitorPage

    static func isFor(_ request: Request) -> Bool {
        request.uri.path == path.description && [.get, .head].contains(request.method)
    }

    /// Returns the path and query of a link.
    ///
    /// - Parameter pick: The number of the session of the picker to continue to, or `nil` for the library.
    static func link(key: String, pick: String? = nil) -> String {
        "\(path)?\(keyName)=\(key)" + (pick.map { "&\(pickName)=\($0)" } ?? "")
    }

    /// Returns a page instead of a redirect. After a redirect from another site's page, a browser wouldn't send the new
    /// `SameSite=Strict` cookie.
    func open(_ request: Request, _ context: GalleryContext) throws -> Response {
        // Prefetch and HEAD requests must not use the link up.
        let looksAhead = [HTTPField.Name("Sec-Purpose"), HTTPField.Name("Purpose")].contains { name in
            name.flatMap { request.headers[$0] }?.contains("prefetch") ?? false
        }
        guard request.method == .get, !looksAhead else { throw Refusal.noCookie }
        guard let key = request.uri.queryParameters.get(Self.keyName), let cookie = try sessions.open(key: key) else {
            // A browser with a session may follow an old link. A window that asks to sign in for a session of the picker
            // asks again.
            let target = Self.target(of: request)
            guard context.principal == .nobody, target == Self.library else { return page.entrance(to: target) }
            throw Refusal.noCookie
        }
        var response = page.entrance(to: Self.target(of: request))
        OwnerCookie(of: context).set(cookie, in: &response)
        return response
    }

    /// Returns the path to continue to. It's never a path from the request.
    private static func target(of request: Request) -> String {
        guard let number = request.uri.queryParameters.get(pickName), PickNumber.isValid(number) else { return library }
        return "/picker?number=\(number)"
    }
}
