import HTTPTypes
import Hummingbird

/// Refuses requests of other sites' pages: requests with a name that resolves to this machine (DNS rebinding), with a
/// foreign `Origin`, or for parts of pages on other sites. Also refuses changes without an origin. Following a link
/// from another site to the page is allowed.
///
/// The routes for apps are for pages of all origins except opaque ones, and for programs, which send no origin.
struct OriginMiddleware: RouterMiddleware {
    /// The address. If its port is 0, the connection determines the port.
    let address: ServerAddress
    /// The names of this run, or `nil` if the server is only at its numeric address.
    let names: RunNames?

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let address = address.on(port: context.port)
        var context = context
        context.place = names?.place(of: request.head.authority, at: address) ?? .address
        let origin: String
        if context.place == .run, let names {
            origin = names.runOrigin(at: address)
        } else if request.head.authority == address.authority {
            origin = address.origin
        } else {
            throw Refusal.foreignHost(address)
        }
        if AppRoutes.area(of: request.uri.path) != nil {
            let requester = try RequestOrigin(of: request)
            // Browsers send an origin with each change, so this one has been removed.
            guard requester != .program || request.method.isSafe || request.headers[.secFetchSite] == nil else {
                throw Refusal.noOrigin
            }
            return try await next(request, context)
        }
        // A program with a client's token or a sender's password sends no origin. `AccessMiddleware` judges it by that
        // alone.
        try request.checkOrigin(
            origin, isProgram: BearerToken(of: request) != .missing || SenderArea.contains(request.uri.path),
            linkedPaths: ["/", SignInRoute.path.description])
        return try await next(request, context)
    }
}

extension Request {
    /// Refuses requests of other sites' pages. This is before any use of cookies, so a refusal doesn't reveal whether
    /// there is one.
    ///
    /// - Parameters:
    ///   - origin: The origin of the server's own pages.
    ///   - isProgram: Whether the request is of a program, which sends no origin with changes.
    ///   - linkedPaths: The paths that a window may open from another site's page.
    /// - Throws: `Refusal`.
    func checkOrigin(_ origin: String, isProgram: Bool, linkedPaths: Set<String>) throws {
        let origins = headers[values: .origin]
        for other in origins where other != origin { throw Refusal.foreignOrigin }
        if origins.isEmpty, !method.isSafe, !isProgram { throw Refusal.noOrigin }
        if let site = headers[.secFetchSite], site != "same-origin", site != "none" {
            guard isNavigation, linkedPaths.contains(uri.path) else { throw Refusal.foreignOrigin }
        }
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
}

extension Request {
    /// Whether a browser opens the address in a window or a tab, and not in a part of a page.
    var isNavigation: Bool {
        method == .get && headers[.secFetchMode] == "navigate" && headers[.secFetchDest] == "document"
    }

    /// Whether a browser loads the address before the reader opens it.
    var isPrefetch: Bool {
        [HTTPField.Name("Sec-Purpose"), HTTPField.Name("Purpose")].contains { name in
            name.flatMap { headers[$0] }?.contains("prefetch") ?? false
        }
    }
}
