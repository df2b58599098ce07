import Albumen
import HTTPTypes
import Hummingbird
import Records

/// Says which answers the browser of a paired device may keep for the time without a connection: the library's visible
/// photos and albums. Photos in Hidden and in Recently Deleted, and everything else, aren't kept.
///
/// Each answer at an address of `OfflineArea` says so itself, so that the browser needs no knowledge of albums. A 304
/// says it too, because browsers add its headers to the answer in their cache.
struct OfflineMiddleware: RouterMiddleware {
    let library: Library
    let work: BlockingWork

    func handle(
        _ request: Request, context: GalleryContext, next: (Request, GalleryContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .get, [.ok, .notModified].contains(response.status),
            let subject = OfflineArea.subject(of: request)
        else { return response }
        let view = library.view(for: context.principal)
        let isKept =
            switch subject {
            case .collections(let identifiers): OfflineArea.areKept(identifiers)
            // After the answer was made, so that a photo that is being hidden isn't kept.
            case .asset(let uuid): try await work.read { try view.isKeptOffline(assetUUID: uuid) }
            }
        response.headers[.offline] = isKept ? "keep" : "no"
        return response
    }
}

/// The addresses whose answers a device may keep.
enum OfflineArea {
    enum Subject: Equatable {
        /// Collections by their identifiers. Empty for the list of all.
        case collections([String])
        case asset(String)
    }

    /// The last parts of the addresses of an asset's pictures that are kept.
    private static let pictures: Set<Substring> = ["thumbnail", "preview"]
    private static let guarded = Set(
        [CollectionSubtype.smartAlbumAllHidden, .smartAlbumRecentlyDeleted].map { SmartAlbum.withSubtype($0)?.uuid })

    /// Returns what an answer is about, or `nil` if it isn't kept in any case.
    static func subject(of request: Request) -> Subject? {
        let parts = request.uri.path.split(separator: "/")
        guard parts.count >= 2, parts[0] == "api" else { return nil }
        switch (parts[1], parts.count) {
        case ("collections", 2): return .collections([])
        case ("collections", 3...): return collections(parts[2...2])
        case ("covers", 2):
            return collections((request.uri.queryParameters.get("albums") ?? "").split(separator: ","))
        case ("assets", 3): return asset(parts[2])
        case ("assets", 4) where pictures.contains(parts[3]): return asset(parts[2])
        case ("assets", 4) where parts[3] == "rendition" && request.uri.queryParameters["long"] == "512":
            return asset(parts[2])
        default: return nil
        }
    }

    static func areKept(_ collections: [String]) -> Bool { !collections.contains { guarded.contains($0) } }

    private static func collections(_ names: some Sequence<Substring>) -> Subject? {
        let identifiers = names.map { LocalIdentifier.uuid(of: String($0)) }
        guard !identifiers.contains(nil) else { return nil }
        return .collections(identifiers.compactMap(\.self))
    }

    private static func asset(_ name: Substring) -> Subject? {
        LocalIdentifier.uuid(of: String(name)).map(Subject.asset)
    }
}

extension LibraryView {
    fileprivate func isKeptOffline(assetUUID uuid: String) throws -> Bool {
        try asset(withUUID: uuid).map { !$0.isHidden } ?? false
    }
}

extension HTTPField.Name {
    /// Whether a device may keep the answer: `keep` or `no`.
    static let offline = HTTPField.Name("Albumen-Offline")!
}
