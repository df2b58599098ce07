import HTTPTypes
import Hummingbird

/// Lets scripts of all origins read the responses of the routes for apps, and of no others. Never with cookies.
struct CrossOriginMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard AppRoutes.area(of: request.uri.path)?.isForScripts == true else { return response }
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] =
            "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Retry-After"
        return response
    }
}

/// Answers the questions that browsers ask before requests of scripts (preflights), also about private networks.
struct PreflightMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options, request.headers[.origin] != nil,
            AppRoutes.area(of: request.uri.path)?.isForScripts == true
        else { return try await next(request, context) }
        var headers: HTTPFields = [
            .accessControlAllowMethods: "GET, POST, PATCH, DELETE",
            .accessControlAllowHeaders: "Authorization, Content-Type, Range, If-Range",
            .accessControlMaxAge: "600", .cacheControl: "no-store",
        ]
        for (asked, allowed) in Self.networks where request.headers[asked] == "true" { headers[allowed] = "true" }
        return Response(status: .noContent, headers: headers)
    }

    /// The headers of browsers that ask before a site may reach this machine, and their answers.
    private static let networks = [
        (
            HTTPField.Name("Access-Control-Request-Private-Network")!,
            HTTPField.Name("Access-Control-Allow-Private-Network")!
        ),
        (
            HTTPField.Name("Access-Control-Request-Local-Network")!,
            HTTPField.Name("Access-Control-Allow-Local-Network")!
        ),
    ]
}
