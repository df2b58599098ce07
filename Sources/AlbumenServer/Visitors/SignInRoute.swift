import Albumen
import HTTPTypes
import Hummingbird

/// The only route without a cookie. It opens a link that `albumen serve` printed. A link works once and sets the
/// owner's cookie.
struct SignInRoute: Sendable {
    static let path: RouterPath = "/open"
    private static let keyName = "key"
    private static let pickName = "pick"
    private static let pageName = "page"
    private static let library = "/"

    let sessions: OwnerSessions
    let page: VisitorPage
    let address: ServerAddress
    /// The names of this run, or `nil` if no browser stays signed in.
    let names: RunNames?

    static func isFor(_ request: Request) -> Bool {
        request.uri.path == path.description && [.get, .head].contains(request.method)
    }

    /// Returns the path and query of a link.
    ///
    /// - Parameters:
    ///   - pick: The number of the session of the picker to continue to, or `nil` for the library.
    ///   - page: The path of the page to continue to, if it's another one.
    static func link(key: String, pick: String? = nil, page: String = library) -> String {
        let name = page == library ? nil : page.dropFirst()
        return "\(path)?\(keyName)=\(key)" + (pick.map { "&\(pickName)=\($0)" } ?? "")
            + (name.map { "&\(pageName)=\($0)" } ?? "")
    }

    /// Returns a page instead of a redirect. After a redirect from another site's page, a browser wouldn't send the new
    /// `SameSite=Strict` cookie. On the run's name, the page also signs the browser in for long.
    func open(_ request: Request, _ context: GalleryContext) throws -> Response {
        // Prefetch and HEAD requests must not use the link up.
        guard request.method == .get, !request.isPrefetch else { throw Refusal.noCookie }
        let target = Self.target(of: request)
        guard let key = request.uri.queryParameters.get(Self.keyName),
            let opening = try sessions.open(key: key, acceptsTickets: context.place == .run)
        else {
            // A browser with a session may follow an old link. A window that asks to sign in for a session of the
            // picker asks again.
            guard context.principal == .nobody, target == Self.library else {
                return try entrance(to: target, nil, context)
            }
            throw Refusal.noCookie
        }
        var response = try entrance(to: target, opening, context)
        OwnerCookie(of: context).set(opening.cookie, in: &response)
        return response
    }

    private func entrance(
        to target: String, _ opening: OwnerSessions.Opening?, _ context: GalleryContext
    ) throws -> Response {
        guard context.place == .run, let names else { return page.entrance(to: target) }
        let secret = try opening.flatMap { opening in
            opening.signIn == nil ? try sessions.makeStay(for: opening.session) : nil
        }
        let entrance = names.entranceOrigin(at: address.on(port: context.port))
        return page.entrance(to: target, stay: secret.map { VisitorPage.Stay(entrance: entrance, secret: $0) })
    }

    /// Returns the path to continue to. It's never a path from the request.
    private static func target(of request: Request) -> String {
        let page = request.uri.queryParameters.get(pageName).map { "/\($0)" }
        if let page, PageRoutes.sidePages.contains(page) { return page }
        guard let number = request.uri.queryParameters.get(pickName), PickNumber.isValid(number) else { return library }
        return "\(PickEntrance.picker)?number=\(number)"
    }
}
