import Albumen
import HTTPTypes
import Hummingbird
import Records

/// The only way to add a route. Handlers get the library as the request's principal may use it. Routes that change
/// something also get the decoded body.
struct GalleryRoutes {
    typealias Handler = @Sendable (Request, GalleryContext, LibraryView) async throws -> Response
    typealias ChangeHandler<Body> = @Sendable (Body, GalleryContext, LibraryView) async throws -> Response
    typealias RequestHandler<Body> = @Sendable (Request, Body, GalleryContext, LibraryView) async throws -> Response

    let library: Library
    let router: Router<GalleryContext>
    let table: RouteTable

    func get(_ path: RouterPath, use handler: @escaping Handler) {
        table.add(.get, path)
        router.get(path) { [library] request, context in
            try await handler(request, context, context.view(of: library))
        }
    }

    func post<Body: RequestDocument>(_ path: RouterPath, use handler: @escaping ChangeHandler<Body>) {
        change(.post, path) { try await handler($1, $2, $3) }
    }

    /// Adds a POST route whose response depends on the request's headers.
    func post<Body: RequestDocument>(_ path: RouterPath, use handler: @escaping RequestHandler<Body>) {
        change(.post, path, use: handler)
    }

    /// Adds a PUT route whose response depends on the request's headers.
    func put<Body: RequestDocument>(_ path: RouterPath, use handler: @escaping RequestHandler<Body>) {
        change(.put, path, use: handler)
    }

    func patch<Body: RequestDocument>(_ path: RouterPath, use handler: @escaping ChangeHandler<Body>) {
        change(.patch, path) { try await handler($1, $2, $3) }
    }

    /// Adds a DELETE route without a request body.
    func delete(_ path: RouterPath, use handler: @escaping Handler) {
        table.add(.delete, path)
        router.delete(path) { [library] request, context in
            try await handler(request, context, context.view(of: library))
        }
    }

    /// Adds a route whose handler reads the request's body itself, or whose method has none.
    func on(_ method: HTTPRequest.Method, _ path: RouterPath, use handler: @escaping Handler) {
        table.add(method, path)
        router.on(path, method: method) { [library] request, context in
            try await handler(request, context, context.view(of: library))
        }
    }

    private func change<Body: RequestDocument>(
        _ method: HTTPRequest.Method, _ path: RouterPath, use handler: @escaping RequestHandler<Body>
    ) {
        table.add(method, path)
        router.on(path, method: method) { [library] request, context in
            try await handler(
                request, JSONBody.decode(Body.self, from: request, context), context,
                context.view(of: library))
        }
    }
}

extension GalleryContext {
    /// Returns the library as the request's principal may use it. Changes of a client are committed only while it has
    /// its token and access.
    fileprivate func view(of library: Library) -> LibraryView {
        library.view(for: principal).committing(while: client.map { .token($0.digest) })
    }

    /// Returns the asset's UUID in the request's address.
    func assetUUID() throws -> String {
        guard let uuid = parameters.get("asset").flatMap(LocalIdentifier.uuid) else { throw Refusal.noAsset }
        return uuid
    }

    /// Returns the collection's UUID in the request's address.
    func collectionUUID() throws -> String {
        guard let uuid = parameters.get("collection").flatMap(LocalIdentifier.uuid) else { throw Refusal.noCollection }
        return uuid
    }
}

extension Refusal {
    /// The response is the same for a missing asset and an invisible one.
    static let noAsset = Refusal.notFound("There is no such photo or video in the library.")
    static let noCollection = Refusal.notFound("There is no such collection.")
}
