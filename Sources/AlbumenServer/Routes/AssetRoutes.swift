import Albumen
import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// One asset: its facts and its files.
struct AssetRoutes: Sendable {
    let library: Library
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset", use: facts)
        routes.get("/api/assets/:asset/video", use: video)
        routes.get("/api/assets/:asset/originals/:type", use: original)
    }

    // MARK: Facts

    @Sendable private func facts(_: Request, _ context: GalleryContext, _ access: Access) async throws -> Response {
        let uuid = try context.assetUUID()
        return try await work.read {
            let asset = try library.visibleAsset(uuid, access)
            let metadata = try library.metadata(ofAsset: asset.id)
            let resources = try library.resources(ofAsset: asset.id)
            return try JSONAnswer.response(
                AssetDocument(
                    asset, metadata, resources,
                    PictureSource(of: asset, resources: resources, version: .current),
                    library.burst(of: asset, access: access)))
        }
    }

    // MARK: Files

    @Sendable private func video(
        _ request: Request, _ context: GalleryContext, _ access: Access
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let answer = try await work.read {
            let resources = try library.resources(ofAsset: library.visibleAsset(uuid, access).id)
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
            let resources = try library.resources(ofAsset: library.visibleAsset(uuid, access).id)
            guard let resource = resources.first(where: { $0.type.name == type }) else {
                throw Refusal.notFound("This photo or video has no such file.")
            }
            return try file(resource, isAttachment: true)
        }
        return try await answer.response(to: request, context)
    }

    // MARK: Parts

    /// Answers say how long a file is before it is read.
    private func isWhole(_ digest: BlobDigest, byteCount: Int64) throws -> Bool {
        guard try library.blobs.contains(digest) else { return false }
        let attributes = try FileManager.default.attributesOfItem(atPath: library.blobs.fileURL(of: digest).path)
        return (attributes[.size] as? NSNumber)?.int64Value == byteCount
    }

    private func file(_ resource: ResourceRecord, isAttachment: Bool) throws -> FileAnswer {
        guard let digest = BlobDigest(bytes: resource.sha256), try isWhole(digest, byteCount: resource.fileSize) else {
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

extension Library {
    /// The asset, also one in Recently Deleted.
    ///
    /// - Throws: `noAsset` where there is none, or it may not be seen.
    func visibleAsset(_ uuid: String, _ access: Access) throws -> AssetRecord {
        if let asset = try asset(withUUID: uuid, access: access) { return asset }
        guard let asset = try trashedAsset(withUUID: uuid, access: access) else { throw Refusal.noAsset }
        return asset
    }
}
