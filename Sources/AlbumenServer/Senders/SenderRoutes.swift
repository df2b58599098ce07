import Albumen
import HTTPTypes
import Hummingbird

/// The only way to add a route for senders. Its path has to be in `SenderArea`.
///
/// Cookies and the tokens of clients have no effect on these routes. Handlers get the sender of the request.
struct SenderRoutes {
    typealias Handler = @Sendable (Request, GalleryContext, Sender) async throws -> Response

    let library: Library
    let router: Router<GalleryContext>
    let table: RouteTable

    /// Adds a route whose handler reads the request's body itself, or whose method has none. Doesn't add HEAD to GET.
    func on(_ method: HTTPRequest.Method, _ path: RouterPath, use handler: @escaping Handler) {
        precondition(SenderArea.contains(path.description), "\(path) isn't in SenderArea")
        table.add(method, path)
        router.on(path, method: method) { request, context in
            // The router also finds a route by an address with empty parts, such as `//dav`, which isn't in the area.
            guard let sender = context.sender else { throw Refusal.noSender }
            return try await handler(request, context, sender)
        }
    }
}
