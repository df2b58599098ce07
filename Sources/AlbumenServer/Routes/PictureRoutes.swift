import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import MediaRequests
import Pixels
import Records

/// Routes for an asset's pictures. Some sizes are stored. The server renders the others on request.
struct PictureRoutes: Sendable {
    /// One form of a picture.
    private struct Form: Sendable {
        /// The form's name in entity tags.
        let name: String
        /// Returns the stored picture, which needs no decoding, or `nil` if there is none.
        let stored: @Sendable (LibraryView, PictureSource) throws -> Data?
        let make: @Sendable (LibraryView, PictureSource, RenderLane) throws -> Data
    }

    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/thumbnail") { try await answer(form(.thumbnail, "thumbnail"), $0, $1, $2) }
        routes.get("/api/assets/:asset/preview") { try await answer(form(.preview, "preview"), $0, $1, $2) }
        routes.get("/api/assets/:asset/rendition") { request, context, view in
            guard let long = request.uri.queryParameters.get("long", as: Int.self),
                AssetAddresses.renditionSizes.contains(long)
            else { throw Refusal.badRequest("long is one of \(AssetAddresses.renditionSizes).") }
            return try await answer(rendition(long: long), request, context, view)
        }
    }

    private func form(_ step: Derivatives.Step, _ name: String) -> Form {
        Form(
            name: name, stored: { try $0.storedPicture(step, of: $1.digest) },
            make: { try $0.images.makeBytes(step, of: $1, lane: $2) })
    }

    private func rendition(long: Int) -> Form {
        Form(
            name: "rendition-\(long)", stored: { _, _ in nil },
            make: { view, source, lane in
                let layout = ImageLayout(size: source.size.fitting(longSide: long))
                return try view.images.bytes(ImageRequest(source: source, layout: layout), lane: lane)
            })
    }

    private func answer(
        _ form: Form, _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let version = try request.pictureVersion()
        let found = try await work.read { try find(form, ofAsset: uuid, version, request, view) }
        let work = work
        switch found {
        case .answer(let response): return response
        case .missing(let source, let tag, let isCurrent):
            // Cancelled if the browser disconnects before the work starts, so that fast scrolling leaves no queue.
            let made = try await context.whileConnected {
                try await RemoteOriginals(in: view).fetchingIfNeeded(source) {
                    try await work.makePicture { try form.make(view, source, $0) }
                }
            }
            return PictureAnswer.response(made, tag: tag, isCurrent: isCurrent)
        }
    }

    private enum Found: Sendable {
        case answer(Response)
        /// The picture isn't stored.
        case missing(PictureSource, tag: String, isCurrent: Bool)
    }

    /// Finds the stored picture. Runs only one statement in each database, because grids request hundreds of
    /// thumbnails.
    private func find(
        _ form: Form, ofAsset uuid: String, _ version: AssetVersion, _ request: Request, _ view: LibraryView
    ) throws -> Found {
        guard let source = try view.pictureSource(ofAssetUUID: uuid, version: version) else {
            throw Refusal.noAsset
        }
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: form.name)
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return .answer(response) }
        // A stored picture can be made again, so a failure to read it doesn't fail the request.
        guard let stored = try? form.stored(view, source) else {
            return .missing(source, tag: tag, isCurrent: isCurrent)
        }
        return .answer(PictureAnswer.response(stored, tag: tag, isCurrent: isCurrent))
    }
}
