import Albumen
import Cancellation
import Foundation
import HTTPTypes
import Hummingbird
import MediaRequests
import Records

/// Routes for videos that the browser can't play: their parts. Also the frames of any video's position bar.
struct MovieRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/video/parts", use: parts)
        routes.get("/api/assets/:asset/video/part", use: part)
        routes.get("/api/assets/:asset/video/frames", use: frames)
    }

    @Sendable private func parts(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let source = try await source(uuid, request, view)
        let isEncoded = try request.wantsEncodedPackets
        var plan = try await working(context) { try view.movies.plan(of: source, $0) }
        if isEncoded { plan = plan.encoded }
        let addresses = MovieAddresses(uuid: uuid, content: source.contentTag, isOfBase: try request.isOfBase)
        return try JSONAnswer.response(MoviePartsDocument(plan, address: addresses.part))
    }

    @Sendable private func part(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let number = try request.number("number", else: 0, atMost: MoviePartLayout.countLimit)
        guard let form = MoviePartForm(name: request.uri.queryParameters.get("form") ?? "") else {
            throw Refusal.badRequest("form is one of the names in the list of parts.")
        }
        let source = try await source(context.assetUUID(), request, view)
        return try await answer("part-\(form.name)-\(number)", "video/mp4", source, request, context) { cancellation in
            let plan = try view.movies.plan(of: source, cancellation)
            guard number < MoviePartLayout(form).count(durationInSeconds: plan.duration) else {
                throw Refusal.notFound("The video has no such part.")
            }
            return try view.movies.part(number, form, of: source, cancellation)
        }
    }

    @Sendable private func frames(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let source = try await source(context.assetUUID(), request, view)
        return try await answer("frames", "image/jpeg", source, request, context) { cancellation in
            try view.movies.frameStrip(of: source, cancellation)
        }
    }

    // MARK: Parts

    private func source(_ uuid: String, _ request: Request, _ view: LibraryView) async throws -> MovieSource {
        let isOfBase = try request.isOfBase
        return try await work.read {
            if isOfBase {
                guard let source = try view.visibleBase(uuid).movie.flatMap(MovieSource.init) else {
                    throw Refusal.notFound("Nothing of this photo moves.")
                }
                return source
            }
            guard let source = try view.movieSource(ofAssetUUID: uuid) else { throw Refusal.noAsset }
            return source
        }
    }

    /// Returns the response with bytes that `make` returns, or a 304.
    private func answer(
        _ form: String, _ contentType: String, _ source: MovieSource, _ request: Request, _ context: GalleryContext,
        _ make: @escaping @Sendable (WorkCancellation) throws -> Data
    ) async throws -> Response {
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: form)
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return response }
        let bytes = try await working(context, make)
        return PictureAnswer.response(bytes, tag: tag, isCurrent: isCurrent, contentType: contentType)
    }

    /// Does work on a thread for videos. If the browser disconnects, cancels it.
    private func working<Value: Sendable>(
        _ context: GalleryContext, _ body: @escaping @Sendable (WorkCancellation) throws -> Value
    ) async throws -> Value {
        let work = work
        return try await context.whileConnected {
            let cancellation = WorkCancellation()
            return try await withTaskCancellationHandler {
                try await work.makeVideo { try body(cancellation) }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}

extension Request {
    /// Whether a browser wants encoded frames instead of the video's own packets, because it can't decode those.
    ///
    /// - Throws: `Refusal` (400) for any other kind of packets.
    fileprivate var wantsEncodedPackets: Bool {
        get throws {
            switch uri.queryParameters.get("packets") {
            case nil, "any": false
            case "encoded": true
            default: throw Refusal.badRequest("packets is any or encoded.")
            }
        }
    }
}
