import Albumen
import HTTPTypes
import Hummingbird

/// The route for the library's condition. Only the owner's page has it: it names folders and files.
struct StatusRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/status", use: current)
    }

    @Sendable private func current(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        // Its cost grows with the library.
        try await work.walk { try JSONAnswer.response(LibraryStatusDocument(LibraryHealth(of: view.library))) }
    }
}
