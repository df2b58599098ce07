import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import MediaWork
import Pixels

/// An asset's pictures: the stored sizes as they are stored, others made when they are asked for.
struct PictureRoutes: Sendable {
    /// One form of a picture.
    private struct Form: Sendable {
        /// Tells it from the other forms, in entity tags.
        let name: String
        /// What needs no decoding; nil where there is no such thing.
        let stored: @Sendable (PictureSource) throws -> Data?
        let make: @Sendable (PictureSource, RenderLane) throws -> Data
    }

    let library: Library
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/thumbnail") { try await answer(form(.thumbnail, "thumbnail"), $0, $1, $2) }
        routes.get("/api/assets/:asset/preview") { try await answer(form(.preview, "preview"), $0, $1, $2) }
        routes.get("/api/assets/:asset/rendition") { request, context, access in
            guard let long = request.uri.queryParameters.get("long", as: Int.self),
                AssetAddresses.renditionSizes.contains(long)
            else { throw Refusal.badRequest("long is one of \(AssetAddresses.renditionSizes).") }
            return try await answer(rendition(long: long), request, context, access)
        }
    }

    private func form(_ step: Derivatives.Step, _ name: String) -> Form {
        let (derivatives, images) = (library.derivatives, library.images)
        return Form(
            name: name, stored: { try derivatives.bytes(step, of: $0.digest) },
            make: { try images.makeBytes(step, of: $0, lane: $1) })
    }

    private func rendition(long: Int) -> Form {
        let images = library.images
        return Form(
            name: "rendition-\(long)", stored: { _ in nil },
            make: { source, lane in
                let layout = ImageLayout(size: source.size.fitting(longSide: long))
                return try images.bytes(ImageRequest(source: source, layout: layout), lane: lane)
            })
    }

    private func answer(
        _ form: Form, _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let found = try await work.read { try find(form, ofAsset: uuid, request, access) }
        let work = work
        switch found {
        case .answer(let response): return response
        case .missing(let source, let tag, let isCurrent):
            // Unless the browser goes away before its turn: whoever scrolls on leaves no queue behind.
            let made = try await context.whileConnected { try await work.makePicture { try form.make(source, $0) } }
            return PictureAnswer.response(made, tag: tag, isCurrent: isCurrent)
        }
    }

    private enum Found: Sendable {
        case answer(Response)
        /// The picture isn't stored.
        case missing(PictureSource, tag: String, isCurrent: Bool)
    }

    /// Looks for the stored picture. Reads one statement of each database, because grids request hundreds of thumbnails.
    private func find(_ form: Form, ofAsset uuid: String, _ request: Request, _ access: Access) throws -> Found {
        guard let source = try library.pictureSource(ofAssetUUID: uuid, version: .current, access: access) else {
            throw Refusal.noAsset
        }
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: form.name)
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return .answer(response) }
        // A stored picture can be made again, so a failure to read it doesn't fail the request.
        guard let stored = try? form.stored(source) else {
            return .missing(source, tag: tag, isCurrent: isCurrent)
        }
        return .answer(PictureAnswer.response(stored, tag: tag, isCurrent: isCurrent))
    }
}
