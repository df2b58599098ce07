import Albumen
import HTTPTypes
import Hummingbird
import Records

/// Routes for the pages of albums: an album's details, and the covers of some albums.
struct AlbumRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/collections/:collection", use: details)
        routes.get("/api/covers", use: covers)
    }

    @Sendable private func details(_: Request, _ context: GalleryContext, _ view: LibraryView) async throws -> Response
    {
        let uuid = try context.collectionUUID()
        return try await work.read {
            guard let collection = try view.collection(uuid: uuid) else { throw Refusal.noCollection }
            let days = collection.kind == .album ? try view.days(ofAlbum: collection.id) : nil
            return try JSONAnswer.response(CollectionDetailsDocument(collection, days: days))
        }
    }

    @Sendable private func covers(_ request: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        let list = request.uri.queryParameters.get("albums") ?? ""
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= CoversDocument.limit, list.utf8.count <= CoversDocument.longestList else {
            throw Refusal.badRequest(
                "albums are at most \(CoversDocument.limit), in at most \(CoversDocument.longestList) bytes.")
        }
        return try await work.read {
            let uuids = names.map(LocalIdentifier.uuid)
            let covers = try view.covers(ofAlbums: uuids.compactMap(\.self))
            // A cover that was purged since the first read is left out.
            let found = try view.liveAssets(withIdentifiers: Array(Set(covers.values)))
            let rows = try view.timelineRows(Array(found.keys)) ?? []
            let byRow = Dictionary(uniqueKeysWithValues: rows.map { ($0.asset.id, $0) })
            return try JSONAnswer.response(
                CoversDocument(
                    covers: uuids.map { uuid in
                        uuid.flatMap { covers[$0] }.flatMap { byRow[$0] }.map(CoversDocument.Cover.init)
                    }))
        }
    }
}
