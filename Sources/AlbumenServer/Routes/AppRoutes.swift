import Albumen
import HTTPTypes
import Hummingbird

/// The only way to add a route for apps. Apps are web pages of any origin, and programs of any user of this machine. On
/// other devices, they are the sites that the owner has connected.
///
/// Cookies have no effect on these routes. Handlers get the session of the request's result token, and the library as
/// that session may use it. Routes for everybody get neither.
struct AppRoutes {
    typealias OpenHandler = @Sendable (Request, GalleryContext) async throws -> Response
    typealias OpenChangeHandler<Body> = @Sendable (Request, Body, GalleryContext) async throws -> Response
    typealias Handler = @Sendable (Request, GalleryContext, PickSession, LibraryView) async throws -> Response
    typealias ChangeHandler<Body> = @Sendable (Body, GalleryContext, PickSession, LibraryView) async throws -> Response

    /// The path of all sessions.
    static let picks = "/api/picks"
    /// The path before a session's number, of the entrance to its page.
    static let entrance = "/pick/"
    static let script = "/albumen-picker.js"

    let library: Library
    let router: Router<GalleryContext>
    let table: RouteTable
    let limits: PickLimits

    /// The routes of an address.
    enum Area {
        /// Requires a result token.
        case session
        /// Creates a session.
        case creation
        /// The connection of a site on another device, by the site's own secret.
        case connection
        /// The script for pages, which everybody can read.
        case script
        /// A page for everybody.
        case page

        /// Whether scripts of other origins read the responses.
        var isForScripts: Bool { self != .page }
    }

    /// Returns the area of a path, or `nil` if the path isn't for apps.
    static func area(of path: String) -> Area? {
        if path == picks { return .creation }
        if path.hasPrefix("\(picks)/") { return .session }
        if path == script { return .script }
        if path == SiteEntrance.connection { return .connection }
        return path.hasPrefix(entrance) || path == SiteEntrance.entrance ? .page : nil
    }

    /// Adds a GET route for everybody.
    func getForEverybody(_ path: RouterPath, use handler: @escaping OpenHandler) {
        table.add(.get, path)
        router.get(path, use: handler)
    }

    /// Adds a POST route for everybody.
    func postForEverybody<Body: RequestDocument>(_ path: RouterPath, use handler: @escaping OpenChangeHandler<Body>) {
        table.add(.post, path)
        router.post(path) { [limits] request, context in
            try await handler(
                request, JSONBody.decode(Body.self, from: request, context, within: limits.bodyTime), context)
        }
    }

    func get(_ path: RouterPath, use handler: @escaping Handler) {
        table.add(.get, path)
        router.get(path) { [library] request, context in
            try await handler(request, context, context.ownPick(), library.view(for: context.principal))
        }
    }

    func patch<Body: RequestDocument>(_ path: RouterPath, use handler: @escaping ChangeHandler<Body>) {
        table.add(.patch, path)
        router.patch(path) { [library, limits] request, context in
            let session = try context.ownPick()
            let body = try await JSONBody.decode(Body.self, from: request, context, within: limits.bodyTime)
            return try await handler(body, context, session, library.view(for: context.principal))
        }
    }

    /// Adds a DELETE route without a request body.
    func delete(_ path: RouterPath, use handler: @escaping Handler) {
        table.add(.delete, path)
        router.delete(path) { [library] request, context in
            try await handler(request, context, context.ownPick(), library.view(for: context.principal))
        }
    }
}

extension GalleryContext {
    /// Returns the session of the request's token.
    ///
    /// - Throws: `Refusal` if the address names another session.
    fileprivate func ownPick() throws -> PickSession {
        guard let pick, parameters.get("number") == pick.number else { throw Refusal.noPick }
        return pick
    }
}
