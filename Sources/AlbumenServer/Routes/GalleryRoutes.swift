import Albumen
import Hummingbird

/// The only way to add a route: each is called with the access that was decided for the request.
struct GalleryRoutes {
    typealias Handler = @Sendable (Request, GalleryContext, Access) async throws -> Response

    let router: Router<GalleryContext>

    func get(_ path: RouterPath, use handler: @escaping Handler) {
        router.get(path) { request, context in try await handler(request, context, context.access) }
    }
}

extension GalleryContext {
    /// The smart album that the address names.
    func album() throws -> SmartAlbum {
        guard let uuid = parameters.get("collection"), let album = SmartAlbum.withUUID(uuid) else {
            throw Refusal.notFound("There is no such collection.")
        }
        return album
    }

    /// The UUID that the address names an asset by.
    func assetUUID() throws -> String {
        guard let uuid = parameters.get("asset").flatMap(LocalIdentifier.uuid) else { throw Refusal.noAsset }
        return uuid
    }
}

extension Refusal {
    /// Says the same of an asset that is not there and of one that may not be seen.
    static let noAsset = Refusal.notFound("There is no such photo or video in the library.")
}
