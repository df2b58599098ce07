import Albumen
import Cancellation
import HTTPTypes
import Hummingbird
import MediaRequests
import Records

/// Routes for the pixels of a large picture, in tiles. The server decodes the picture once and keeps its tiles in
/// memory for a while.
struct TileRoutes: Sendable {
    /// More than any picture has.
    private static let placeLimit = 100_000

    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/tiles", use: tiles)
        routes.get("/api/assets/:asset/tile", use: tile)
    }

    @Sendable private func tiles(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let source = try await source(request, context, view)
        let addresses = AssetAddresses(
            uuid: source.assetUUID, content: source.contentTag, version: try request.pictureVersion())
        let pyramid = try await pyramid(of: source, context, view)
        return try JSONAnswer.response(TilesDocument(pyramid, address: addresses.tile))
    }

    @Sendable private func tile(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let level = try request.number("level", else: 0, atMost: Self.placeLimit)
        let column = try request.number("column", else: 0, atMost: Self.placeLimit)
        let row = try request.number("row", else: 0, atMost: Self.placeLimit)
        let source = try await source(request, context, view)
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: "tile-\(level)-\(column)-\(row)")
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return response }
        guard let bytes = try await pyramid(of: source, context, view).tile(level: level, column: column, row: row)
        else { throw Refusal.notFound("The picture has no such tile.") }
        return PictureAnswer.response(bytes, tag: tag, isCurrent: isCurrent)
    }

    private func source(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> PictureSource {
        let uuid = try context.assetUUID()
        let version = try request.pictureVersion()
        return try await work.read {
            guard let source = try view.pictureSource(ofAssetUUID: uuid, version: version) else {
                throw Refusal.noAsset
            }
            return source
        }
    }

    /// Returns the tiles of a picture. If the browser disconnects, cancels the decode, which can take seconds.
    private func pyramid(
        of source: PictureSource, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> TilePyramid {
        let work = work
        return try await context.whileConnected {
            let cancellation = WorkCancellation()
            return try await withTaskCancellationHandler {
                try await RemoteOriginals(in: view).fetchingIfNeeded(source) {
                    try await work.makePicture { lane in
                        try view.images.tiles(of: source, lane: lane, cancellation: cancellation)
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}
