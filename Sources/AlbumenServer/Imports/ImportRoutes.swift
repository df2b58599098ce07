import Albumen
import HTTPTypes
import Hummingbird

/// Routes for bringing photos over from other programs on this machine. Only the owner's page has them: they read the
/// files of the user who runs the server.
struct ImportRoutes: Sendable {
    let work: BlockingWork
    let imports: ImportRuns

    func add(to routes: GalleryRoutes) {
        routes.get("/api/sources", use: sources)
        routes.get("/api/import", use: current)
        routes.post("/api/import", use: start)
        routes.delete("/api/import", use: stop)
        routes.get("/api/import/undo/:collection", use: undoCount)
        routes.post("/api/import/undo", use: undo)
    }

    @Sendable private func sources(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        let library = view.library.folder
        return try await work.walk {
            let (candidates, isComplete) = SourceSearch.ofThisMachine(excluding: library).run()
            return try JSONAnswer.response(SourcesDocument(candidates, isComplete: isComplete))
        }
    }

    @Sendable private func current(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        try JSONAnswer.response(CurrentImportDocument(import: imports.document))
    }

    @Sendable private func start(
        _ request: ImportRequest, _: GalleryContext, _: LibraryView
    ) async throws -> Response {
        let imports = imports
        return try await work.read {
            try imports.start(request)
            return try JSONAnswer.response(CurrentImportDocument(import: imports.document), status: .accepted)
        }
    }

    @Sendable private func stop(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        imports.stop()
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    /// Returns how many photos and videos an undo moves to Recently Deleted.
    @Sendable private func undoCount(
        _: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let album = try context.collectionUUID()
        return try await work.read {
            guard let count = try view.importedCount(ofAlbum: album) else { throw Refusal.noCollection }
            return try JSONAnswer.response(["count": count])
        }
    }

    @Sendable private func undo(
        _ request: ImportUndoRequest, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.change {
            let assets = try view.undoImport(ofAlbum: request.album, confirming: request.count)
            return try JSONAnswer.response(ChangedAssetsDocument(assets: assets))
        }
    }
}
