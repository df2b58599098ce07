import Albumen
import HTTPTypes
import Hummingbird

/// Routes for the folders whose new files are imported by themselves. Only the owner's page has them: they name files of the
/// user who runs the server.
struct WatchedFolderRoutes: Sendable {
    private static let folders = "/api/watched-folders"

    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.folders), use: list)
        routes.post(RouterPath(Self.folders), use: watch)
        routes.delete(RouterPath("\(Self.folders)/:folder"), use: stopWatching)
    }

    @Sendable private func list(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        try await work.read { try JSONAnswer.response(WatchedFoldersDocument(of: view.library)) }
    }

    @Sendable private func watch(
        _ request: WatchedFolderRequest, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.change {
            do {
                try view.library.watchFolder(request.path, makesAlbums: request.makesAlbums)
            } catch let error as WatchError {
                throw Refusal.badRequest(error.message, field: "path")
            }
            return try JSONAnswer.response(WatchedFoldersDocument(of: view.library))
        }
    }

    @Sendable private func stopWatching(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let folder = context.parameters.get("folder").flatMap { Int64($0) }
        return try await work.change {
            guard let folder, let path = try view.library.watchedFolders().first(where: { $0.id == folder })?.path,
                try view.library.stopWatchingFolder(path)
            else {
                throw Refusal.notFound("This folder isn't in the list any more.")
            }
            return try JSONAnswer.response(WatchedFoldersDocument(of: view.library))
        }
    }
}
