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
    /// The size of a body beyond which the server tells the client early where to continue.
    private static let announcedSize: Int64 = 64 << 10

    let work: BlockingWork
    let uploads: UploadRuns

    private var store: UploadStore { uploads.store }

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
        if request.method == .head { await free(identifier) }
        let store = store
        return try response(try await work.read { try store.status(of: identifier) })
    }

    @Sendable private func cancel(_: Request, _ context: GalleryContext, _: LibraryView) async throws -> Response {
        let identifier = try context.upload()
        await free(identifier)
        let store = store
        try await work.upload { try store.cancel(identifier) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    // MARK: Bytes

    @Sendable private func create(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        try await closingOnError { try await begin(request, context, view) }
    }

    private func begin(
        _ request: Request, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let fields = try UploadFields(request)
        guard let name = request.headers[.contentDisposition].flatMap(ContentDisposition.filename) else {
            throw Refusal.badRequest(
                "Content-Disposition has no filename. Send it as inline; filename*=UTF-8''NAME."
            ).closing
        }
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
        if request.headers[.uploadDraftInteropVersion] == UploadFields.draftVersion,
            fields.contentLength ?? .max > Self.announcedSize
        {
            try await context.announceUpload([
                "Location": Self.location(record.identifier), "Upload-Limit": UploadFields.limit(store.limits),
                "Upload-Draft-Interop-Version": UploadFields.draftVersion,
            ])
        }
        // A request without the field sends the whole file.
        return try await receive(
            request, context, fields, to: record.identifier, at: 0, completing: fields.isComplete ?? true,
            isNew: true)
    }

    @Sendable private func append(
        _ request: Request, _ context: GalleryContext, _: LibraryView
    ) async throws -> Response {
        try await closingOnError { try await addBytes(request, context) }
    }

    private func addBytes(_ request: Request, _ context: GalleryContext) async throws -> Response {
        let fields = try UploadFields(request)
        let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
        guard type?.lowercased() == UploadFields.partialUpload else {
            throw Refusal(
                status: .unsupportedMediaType, code: "notPartialUpload",
                message: "The body is a part of a file, with Content-Type \(UploadFields.partialUpload).",
                headers: [.acceptPatch: UploadFields.partialUpload]
            ).closing
        }
        guard let offset = fields.offset, let isComplete = fields.isComplete else {
            throw Refusal.badRequest("Upload-Offset is a number of bytes, and Upload-Complete is ?0 or ?1.").closing
        }
        let identifier = try context.upload()
        await free(identifier)
        return try await receive(request, context, fields, to: identifier, at: offset, completing: isComplete)
    }

    private func receive(
        _ request: Request, _ context: GalleryContext, _ fields: UploadFields, to identifier: String,
        at offset: Int64, completing: Bool, isNew: Bool = false
    ) async throws -> Response {
        let reading = UploadReading(work: work)
        let (store, limits) = (store, store.limits)
        return try await closingOnError(offset: offset, limits) {
            let pieceDigest = try UploadFields.digest(.contentDigest, of: request)
            let append = try await work.upload {
                try store.append(
                    to: identifier, at: offset, length: fields.length, pieceDigest: pieceDigest
                ) { reading.cancel() }
            }
            context.whenDeparted { [weak reading] in reading?.cancel() }
            do {
                if request.headers[.expect]?.lowercased() == "100-continue" { try await context.inviteBody() }
                try await reading.read(request.body, expecting: fields.contentLength, into: append)
                _ = try await work.upload { try append.finish(completing: completing) }
            } catch {
                let work = work
                // Runs also if this request's task is cancelled.
                try await Task { try await work.upload { append.abandon() } }.value
                throw error
            }
            let status = try await work.read { try store.status(of: identifier) }
            return try response(status, isNew: isNew)
        }
    }

    // MARK: Responses

    /// Ends a request that sends bytes of the upload. The client believes that it failed.
    private func free(_ identifier: String) async {
        await withCheckedContinuation { continuation in
            store.displace(identifier) { continuation.resume() }
        }
    }

    private func response(_ status: UploadStatus, isNew: Bool = false) throws -> Response {
        let record = status.record
        let code: HTTPResponse.Status = isNew && !record.isComplete ? .created : .ok
        var response = try JSONAnswer.response(UploadDocument(status), status: code)
        response.headers[.uploadOffset] = String(record.offset)
        response.headers[.uploadComplete] = record.isComplete ? "?1" : "?0"
        response.headers[.uploadLength] = record.length.map(String.init)
        response.headers[.uploadLimit] = UploadFields.limit(store.limits)
        if isNew { response.headers[.location] = Self.location(record.identifier) }
        return response
    }

    private static func location(_ identifier: String) -> String { "\(path)/\(identifier)" }

    /// Closes the connection after an error, because the rest of the body would precede the next request.
    private func closingOnError<Value>(
        offset: Int64? = nil, _ limits: UploadLimits? = nil, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            guard let error = error as? UploadError else {
                throw (error as? Refusal)?.closing ?? error
            }
            var refusal = RefusalMiddleware.refusal(for: error).closing
            if error.code == .wrongOffset { refusal.problem?.providedOffset = offset }
            if error.code == .tooLarge { refusal.headers[.uploadLimit] = UploadFields.limit(store.limits) }
            throw refusal
        }
    }
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

extension Refusal {
    fileprivate var closing: Refusal {
        var refusal = self
        refusal.headers[.connection] = "close"
        return refusal
    }
}
