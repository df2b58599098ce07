import Albumen
import HTTPTypes
import Hummingbird

/// The one place that decides what a request may see: everything for the owner's cookie, nothing without it.
///
/// Requests that see nothing reach no route but the one that opens a link.
struct AccessMiddleware: RouterMiddleware {
    /// Cookies of the name that are looked at.
    private static let cookieLimit = 4

    let sessions: OwnerSessions

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        let cookie = OwnerCookie(of: context)
        let admission = try cookie.values(in: request).prefix(Self.cookieLimit).compactMap(sessions.admit).first
        guard let admission else {
            guard SignInRoute.isFor(request) else { throw Refusal.noCookie }
            return try await next(request, context)
        }
        var context = context
        context.access = .full
        context.session = admission.session
        var response = try await next(request, context)
        if let newCookie = admission.newCookie { cookie.set(newCookie, in: &response) }
        return response
    }
}
