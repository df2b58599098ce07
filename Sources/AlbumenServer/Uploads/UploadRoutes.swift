import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Records

/// Routes for adding files to the library, in pieces that can be continued (draft-ietf-httpbis-resumable-upload). Only the
/// owner's page has them.
struct UploadRoutes: Sendable {
    private static let path = "/api/uploads"

    let work: BlockingWork
    let uploads: UploadRuns

    private var store: UploadStore { uploads.store }
    private var receiving: UploadReceiving { UploadReceiving(work: work, store: store) }

    func add(to routes: GalleryRoutes) {
        let upload = RouterPath("\(Self.path)/:upload")
        routes.get(RouterPath(Self.path), use: list)
        routes.on(.options, RouterPath(Self.path), use: options)
        routes.on(.post, RouterPath(Self.path), use: create)
        routes.post(RouterPath("\(Self.path)/known"), use: known)
        routes.post(RouterPath("\(Self.path)/complete"), use: complete)
        routes.get(upload, use: status)
        routes.on(.patch, upload, use: append)
        routes.delete(upload, use: cancel)
    }

    // MARK: Questions

    @Sendable private func options(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        Response(
            status: .noContent,
            headers: [
                .allow: "GET, HEAD, OPTIONS, POST", .acceptPatch: UploadFields.partialUpload,
                .uploadLimit: UploadFields.limit(store.limits), .cacheControl: "no-store",
            ])
    }

    @Sendable private func list(_: Request, _: GalleryContext, _: LibraryView) async throws -> Response {
        let store = store
        return try await work.read {
            try JSONAnswer.response(UploadsDocument(uploads: try store.statuses().map(UploadDocument.init)))
        }
    }

    @Sendable private func known(
        _ request: KnownFilesRequest, _: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await work.read {
            let known = try view.knownFiles(request.digests)
            return try JSONAnswer.response(
                KnownFilesDocument(
                    known: Dictionary(
                        uniqueKeysWithValues: known.map { ($0.key.description, .init($0.value)) })))
        }
    }

    @Sendable private func complete(
        _ request: Request, _ ended: EndedDeliveryRequest, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        store.endDelivery(ended.delivery, of: context.uploadSender(request))
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    /// The offset is that of the bytes that no request in flight can add to, so that the client can continue there.
    @Sendable private func status(
        _ request: Request, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        let identifier = try context.upload()
        if request.method == .head { await receiving.free(identifier) }
        let store = store
        return try response(try await work.read { try store.status(of: identifier) })
    }

    @Sendable private func cancel(_: Request, _ context: GalleryContext, _: LibraryView) async throws -> Response {
        let identifier = try context.upload()
        await receiving.free(identifier)
        let store = store
        try await work.upload { try store.cancel(identifier) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    // MARK: Bytes

    @Sendable private func create(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await receiving.closingOnError { try await begin(request, context, view) }
    }

    private func begin(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let fields = try UploadFields(request)
        let name = try receiving.filename(of: request)
        let album = request.headers[.album].map { LocalIdentifier.uuid(of: $0) ?? "" }
        let upload = UploadRequest(
            filename: name, length: fields.length, digest: try UploadFields.digest(.reprDigest, of: request),
            fileDate: try UploadFields.fileDate(of: request), album: album,
            delivery: try UploadFields.delivery(of: request), sender: context.uploadSender(request)
        )
        let store = store
        let record = try await work.upload {
            if let album { try view.requireUsersAlbum(album) }
            return try store.create(upload)
        }
        try await receiving.announce(Self.location(record.identifier), request, context, fields)
        // A request without the field sends the whole file.
        return try response(
            try await receiving.receive(
                request, context, fields, to: record.identifier, at: 0, completing: fields.isComplete ?? true),
            isNew: true)
    }

    @Sendable private func append(
        _ request: Request, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        try await receiving.closingOnError { try await addBytes(request, context) }
    }

    private func addBytes(_ request: Request, _ context: GalleryContext) async throws -> Response {
        let fields = try UploadFields(request)
        let (offset, isComplete) = try receiving.checkedPart(request, fields)
        let identifier = try context.upload()
        await receiving.free(identifier)
        return try response(
            try await receiving.receive(
                request, context, fields, to: identifier, at: offset, completing: isComplete))
    }

    // MARK: Responses

    private func response(_ status: UploadStatus, isNew: Bool = false) throws -> Response {
        try receiving.response(
            UploadDocument(status), status, newAt: isNew ? Self.location(status.record.identifier) : nil)
    }

    private static func location(_ identifier: String) -> String { "\(path)/\(identifier)" }
}

extension GalleryContext {
    /// The name of who sends a file, for people.
    fileprivate func uploadSender(_ request: Request) -> String { device?.browser ?? BrowserName.of(request) }

    /// Returns the identifier of the upload in the request's address.
    fileprivate func upload() throws -> String {
        guard let identifier = parameters.get("upload"), identifier.utf8.count == 32 else {
            throw Refusal.notFound("There is no such upload.")
        }
        return identifier
    }
}

extension LibraryView {
    /// - Throws: `Refusal` unless it's the UUID of an album to which photos can be added.
    fileprivate func requireUsersAlbum(_ uuid: String) throws {
        guard let album = try collection(uuid: uuid), album.subtype == .albumRegular else {
            throw Refusal.noCollection
        }
    }
}
