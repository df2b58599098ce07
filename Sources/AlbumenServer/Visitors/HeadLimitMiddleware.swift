import HTTPTypes
import Hummingbird

/// Refuses requests with an unusually long address or header, so that parsing takes little time.
///
/// Cookies are exempt within the limit of the entire head (`LocalChannel.headLimit`), because pages on other ports
/// can set them.
struct HeadLimitMiddleware: RouterMiddleware {
    /// The limit of the path and query, in bytes.
    static let targetLimit = 16_384
    /// The limit of a header's value, in bytes.
    static let fieldLimit = 8192

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        guard (request.head.path ?? "").utf8.count <= Self.targetLimit else { throw Refusal.longTarget }
        for field in request.headers where field.name != .cookie && field.value.utf8.count > Self.fieldLimit {
            throw Refusal.longHeader
        }
        return try await next(request, context)
    }
}

extension Refusal {
    fileprivate static let longTarget = Refusal(
        status: .uriTooLong, code: "tooLarge",
        message: "A path and its query have at most \(HeadLimitMiddleware.targetLimit) bytes.")

    fileprivate static let longHeader = Refusal(
        status: .requestHeaderFieldsTooLarge, code: "tooLarge",
        message: "A header has at most \(HeadLimitMiddleware.fieldLimit) bytes.")
}
