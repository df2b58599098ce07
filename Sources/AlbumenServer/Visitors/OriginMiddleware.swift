import HTTPTypes
import Hummingbird

/// Refuses what another site's page sends: a name that only resolves to this machine (DNS rebinding), a foreign `Origin`,
/// parts of pages that are not ours, and changes that do not tell where they come from. Following a link from elsewhere to the page itself is allowed.
struct OriginMiddleware: RouterMiddleware {
    /// Its port may be 0: the connection tells which it is.
    let address: ServerAddress

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let address = address.on(port: context.port)
        guard request.head.authority == address.authority else { throw Refusal.foreignHost(address) }
        // No cookie is looked at before this, so that a refusal tells nothing of whether there is one.
        let origins = request.headers[values: .origin]
        for origin in origins where origin != address.origin { throw Refusal.foreignOrigin }
        if origins.isEmpty, !request.method.isSafe { throw Refusal.noOrigin }
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
