import Albumen
import BlobStore
import Catalog
import Foundation
import HTTPTypes
import Hummingbird
import Pixels

/// One asset: its facts, its pictures, its files.
struct AssetRoutes: Sendable {
    let library: Library
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset", use: facts)
        routes.get("/api/assets/:asset/thumbnail") { try await picture(.thumbnail, "thumbnail", $0, $1, $2) }
        routes.get("/api/assets/:asset/preview") { try await picture(.preview, "preview", $0, $1, $2) }
        routes.get("/api/assets/:asset/rendition", use: rendition)
        routes.get("/api/assets/:asset/video", use: video)
        routes.get("/api/assets/:asset/originals/:type", use: original)
    }

    // MARK: Facts

    @Sendable private func facts(_: Request, _ context: GalleryContext, _ access: Access) async throws -> Response {
        let uuid = try context.assetUUID()
        return try await work.read {
            let asset = try visibleAsset(uuid, access)
            let metadata = try library.catalog.read { try $0.metadata(ofAsset: asset.id) }
            let resources = try library.resources(ofAsset: asset.id)
            return try JSONAnswer.response(
                AssetDocument(
                    asset, metadata ?? MetadataRecord(), resources,
                    PictureSource(of: asset, resources: resources, version: .current)))
        }
    }

    // MARK: Pictures

    private func picture(
        _ step: Derivatives.Step, _ form: String, _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let source = try await work.read { try pictureSource(uuid, access) }
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: form)
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return response }
        if let stored = try await work.read({ try library.derivatives.bytes(step, of: source.digest) }) {
            return PictureAnswer.response(stored, tag: tag, isCurrent: isCurrent)
        }
        let images = library.images
        let bytes = try await made(request) { try images.bytes(step, of: source) }
        return PictureAnswer.response(bytes, tag: tag, isCurrent: isCurrent)
    }

    @Sendable private func rendition(
        _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        guard let long = request.uri.queryParameters.get("long", as: Int.self),
            AssetAddresses.renditionSizes.contains(long)
        else { throw Refusal.badRequest("long is one of \(AssetAddresses.renditionSizes).") }
        let source = try await work.read { try pictureSource(uuid, access) }
        let tag = PictureAnswer.entityTag(content: source.contentTag, form: "rendition-\(long)")
        let isCurrent = request.uri.queryParameters.get("content") == source.contentTag
        if let response = PictureAnswer.notModified(tag, isCurrent: isCurrent, request) { return response }
        let wanted = ImageRequest(source: source, layout: ImageLayout(size: source.size.fitting(longSide: long)))
        let images = library.images
        let bytes = try await made(request) { try images.bytes(wanted) }
        return PictureAnswer.response(bytes, tag: tag, isCurrent: isCurrent)
    }

    /// Makes a picture, unless the browser goes away before its turn: whoever scrolls on leaves no queue behind.
    private func made(_ request: Request, _ make: @escaping @Sendable () throws -> Data) async throws -> Data {
        let work = work
        return try await request.body.consumeWithCancellationOnInboundClose { _ in try await work.makePicture(make) }
    }

    // MARK: Files

    @Sendable private func video(
        _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let answer = try await work.read {
            let resources = try library.resources(ofAsset: visibleAsset(uuid, access).id)
            guard let resource = AssetVideo.resource(among: resources) else {
                throw Refusal.notFound("Nothing of this photo moves.")
            }
            return try file(resource, isAttachment: false)
        }
        return try await answer.response(to: request, context)
    }

    @Sendable private func original(
        _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let type = try context.parameters.require("type")
        let answer = try await work.read {
            let resources = try library.resources(ofAsset: visibleAsset(uuid, access).id)
            guard let resource = resources.first(where: { ResourceType(rawValue: $0.type)?.name == type }) else {
                throw Refusal.notFound("This photo or video has no such file.")
            }
            return try file(resource, isAttachment: true)
        }
        return try await answer.response(to: request, context)
    }

    // MARK: Parts

    private func visibleAsset(_ uuid: String, _ access: Access) throws -> AssetRecord {
        guard let asset = try library.asset(withUUID: uuid, access: access) else { throw Refusal.noAsset }
        return asset
    }

    private func pictureSource(_ uuid: String, _ access: Access) throws -> PictureSource {
        try library.pictureSource(of: visibleAsset(uuid, access), version: .current)
    }

    private func file(_ resource: ResourceRecord, isAttachment: Bool) throws -> FileAnswer {
        guard let digest = BlobDigest(bytes: resource.sha256), try library.blobs.contains(digest) else {
            throw LibraryError(
                .missingBytes,
                "The bytes of \(resource.originalFilename) are not in the library. Import the file again to bring them "
                    + "back.")
        }
        return FileAnswer(
            resource: resource, digest: digest, path: library.blobs.fileURL(of: digest).path, isAttachment: isAttachment
        )
    }
}
