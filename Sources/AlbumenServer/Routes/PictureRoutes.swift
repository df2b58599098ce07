import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import MediaWork
import Pixels
import Records

/// An asset's pictures: the stored sizes as they are stored, others made when they are asked for.
struct PictureRoutes: Sendable {
    /// One form of a picture.
    private struct Form: Sendable {
        /// Tells it from the other forms, in entity tags.
        let name: String
        /// What needs no decoding; nil where there is no such thing.
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
        let source = try await work.read {
            try view.pictureSource(of: view.visibleAsset(uuid), version: .current, includesTrashed: true)
        }
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: form.name)
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return response }
        // What is stored can be made again: nothing that is wrong with it keeps the picture back.
        if let stored = try await work.read({ try? form.stored(view, source) }) {
            return PictureAnswer.response(stored, tag: tag, isCurrent: isCurrent)
        }
        let work = work
        // Unless the browser goes away before its turn: whoever scrolls on leaves no queue behind.
        let made = try await context.whileConnected { try await work.makePicture { try form.make(view, source, $0) } }
        return PictureAnswer.response(made, tag: tag, isCurrent: isCurrent)
    }
}
