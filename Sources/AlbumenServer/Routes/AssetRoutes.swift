import Albumen
import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import Places
import Records

/// Routes for the properties and files of one asset.
struct AssetRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset", use: facts)
        routes.get("/api/assets/:asset/video", use: video)
        routes.get("/api/assets/:asset/originals/:type", use: original)
        routes.get("/api/assets/:asset/download", use: download)
    }

    // MARK: Facts

    @Sendable private func facts(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let language = AcceptedLanguage.ofPlaces(request)
        return try await work.read {
            let asset = try view.visibleAsset(uuid)
            let metadata = try view.metadata(ofAsset: asset.id) ?? MetadataRecord()
            let resources = try view.resources(ofAsset: asset.id) ?? []
            return try JSONAnswer.response(
                AssetDocument(
                    asset, metadata, resources,
                    PictureSource(of: asset, resources: resources, version: .current),
                    view.burst(of: asset), view.editSummary(of: asset), albums: view.albums(containingAsset: asset.id),
                    // Which programs the owner uses is no client's concern.
                    origins: view.principal.client == nil ? view.factOrigins(of: asset, metadata) : .unknown,
                    // If the file with the slowed range can't be read, the video plays at its own speed.
                    slowMotion: try? view.slowMotion(of: asset),
                    placeNames: Self.placeNames(of: asset, in: language),
                    isLocallyAvailable: { try view.originals.isHere($0.sha256, byteCount: $0.fileSize) }))
        }
    }

    /// Returns no names if there is no file of places, which the server reports when it starts.
    private static func placeNames(of asset: AssetRecord, in language: PlaceLanguage) -> [String] {
        guard let latitude = asset.latitude, let longitude = asset.longitude, let gazetteer = try? Gazetteer.shared()
        else { return [] }
        return gazetteer.place(latitude: latitude, longitude: longitude)?.names(in: language) ?? []
    }

    // MARK: Files

    @Sendable private func video(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let isOfBase = try request.isOfBase
        let answer = try await work.read {
            let asset = try view.visibleAsset(uuid)
            let resources = try view.resources(ofAsset: asset.id) ?? []
            let playable =
                isOfBase ? try view.visibleBase(uuid).movie : AssetFiles(resources).playable(.current)
            guard let resource = playable else {
                throw Refusal.notFound("Nothing of this photo moves.")
            }
            return try file(resource, ofAssetUUID: uuid, isAttachment: false, in: view)
        }
        return try await answer.response(to: request, context)
    }

    @Sendable private func original(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let type = try context.parameters.require("type")
        let answer = try await work.read {
            let resources = try view.resources(ofAsset: view.visibleAsset(uuid).id) ?? []
            guard let resource = resources.first(where: { $0.type.name == type }) else {
                throw Refusal.notFound("This photo or video has no such file.")
            }
            return try file(resource, ofAssetUUID: uuid, isAttachment: true, in: view)
        }
        return try await answer.response(to: request, context)
    }

    /// Brings the files that the asset shows to this machine, and tells the progress in events.
    @Sendable private func download(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let uuid = try context.assetUUID()
        let sources = try await work.read {
            let asset = try view.visibleAsset(uuid)
            return try shownSources(asset, view.resources(ofAsset: asset.id) ?? [])
        }
        return Response(
            status: .ok, headers: [.contentType: ServerSentEvent.contentType, .cacheControl: "no-store"],
            body: DownloadProgress(sources, originals: RemoteOriginals(in: view)).body(context))
    }

    // MARK: Parts

    /// Returns the files of the picture and the video that the asset shows.
    private func shownSources(_ asset: AssetRecord, _ resources: [ResourceRecord]) -> [PictureSource] {
        let files = AssetFiles(resources)
        var seen: Set<BlobDigest> = []
        return [files.picture(.current), files.playable(.current)]
            .compactMap { $0.map { PictureSource($0, assetUUID: asset.uuid) } }
            .filter { seen.insert($0.digest).inserted }
    }

    private func file(
        _ resource: ResourceRecord, ofAssetUUID uuid: String, isAttachment: Bool, in view: LibraryView
    ) throws -> FileAnswer {
        try FileAnswer(
            of: resource, ofAssetUUID: uuid, as: resource.uniformTypeIdentifier,
            named: isAttachment ? resource.originalFilename : nil, in: view, work)
    }
}

extension LibraryView {
    /// Returns the asset, even if it's in Recently Deleted.
    ///
    /// - Throws: `noAsset` if it doesn't exist or isn't visible.
    func visibleAsset(_ uuid: String) throws -> AssetRecord {
        if let asset = try asset(withUUID: uuid) { return asset }
        guard let asset = try trashedAsset(withUUID: uuid) else { throw Refusal.noAsset }
        return asset
    }
}
