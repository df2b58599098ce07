import Albumen
import HTTPTypes
import Hummingbird

/// The route for the state of the library's backup. Only the owner's page has it: an address can name a bucket.
struct BackupRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/backup", use: current)
    }

    @Sendable private func current(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        try await work.read { try JSONAnswer.response(CurrentBackupDocument(of: view.library)) }
    }
}
