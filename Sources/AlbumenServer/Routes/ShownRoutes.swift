import Albumen
import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// The route for the download of an asset as it's shown.
struct ShownRoutes: Sendable {
    let work: BlockingWork

    func add(to routes: GalleryRoutes) {
        routes.get("/api/assets/:asset/shown", use: shown)
    }

    private struct Found: Sendable {
        let archive: DownloadArchive
        let file: DownloadArchive.File
        let resource: ResourceRecord
        /// The library's file, if it's only in the library's place.
        let remote: PictureSource?
    }

    @Sendable private func shown(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let form = try Self.form(of: request)
        let uuid = try context.assetUUID()
        let found = try await work.read { try Self.find(uuid, form, in: view) }
        if found.file.isConverted { return try await converted(found, context, view) }
        let answer = try await work.read { [work] in
            try FileAnswer(
                of: found.resource, ofAssetUUID: uuid, as: found.file.uniformTypeIdentifier, named: found.file.name,
                in: view, work)
        }
        return try await answer.response(to: request, context)
    }

    private static func form(of request: Request) throws -> DownloadArchive.Form {
        let forms = [DownloadArchive.Form.shown, .jpeg]
        guard let form = forms.first(where: { $0.rawValue == request.uri.queryParameters.get("form") ?? "shown" })
        else { throw Refusal.badRequest("form is shown or jpeg.") }
        return form
    }

    private static func find(
        _ uuid: String, _ form: DownloadArchive.Form, in view: LibraryView
    ) throws -> Found {
        let asset = try view.visibleAsset(uuid)
        let archive = try DownloadArchive(of: [uuid], in: view, as: form)
        guard let file = archive.files.first,
            let resource = try view.resources(ofAsset: asset.id)?.first(where: { $0.sha256 == file.digest })
        else { throw Refusal.notFound("This photo or video has no file.") }
        let isRemote = try view.originals.isOnlyInPlace(file.digest)
        return Found(
            archive: archive, file: file, resource: resource,
            remote: isRemote ? PictureSource(resource, assetUUID: uuid) : nil)
    }

    private func converted(_ found: Found, _ context: GalleryContext, _ view: LibraryView) async throws -> Response {
        let work = work
        let opened = try await context.whileConnected {
            if let remote = found.remote { try await RemoteOriginals(in: view).fetch([remote]) }
            return try await work.pick { try found.archive.open(found.file) }
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: FileAnswer.contentType(of: opened.uniformTypeIdentifier), .cacheControl: "no-store",
                .contentDisposition: FileAnswer.disposition(filename: opened.name),
            ],
            body: FileBody(opened.file, work: work).body(of: 0..<opened.size))
    }
}
