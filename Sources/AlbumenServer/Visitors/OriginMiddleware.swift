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

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let address = address.on(port: context.port)
        guard request.head.authority == address.authority else { throw Refusal.foreignHost(address) }
        if AppRoutes.area(of: request.uri.path) != nil {
            let origin = try RequestOrigin(of: request)
            // Browsers send an origin with each change, so this one has been removed.
            guard origin != .program || request.method.isSafe || request.headers[.secFetchSite] == nil else {
                throw Refusal.noOrigin
            }
            return try await next(request, context)
        }
        // This check is before any use of cookies, so a refusal doesn't reveal whether there is one.
        let origins = request.headers[values: .origin]
        for origin in origins where origin != address.origin { throw Refusal.foreignOrigin }
        // A program with a client's token sends no origin. `AccessMiddleware` judges it by the token alone.
        if origins.isEmpty, !request.method.isSafe, BearerToken(of: request) == .missing { throw Refusal.noOrigin }
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
            let isFollowedLink =
                request.method == .get && ["/", SignInRoute.path.description].contains(request.uri.path)
                && request.headers[.secFetchMode] == "navigate"
                && request.headers[.secFetchDest] == "document"
            guard isFollowedLink else { throw Refusal.foreignOrigin }
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    fileprivate static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
}
