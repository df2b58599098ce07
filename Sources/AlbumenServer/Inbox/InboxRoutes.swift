import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import Records

/// The inboxes of senders. A file has an address that its sender has chosen, so that sending it again adds nothing.
struct InboxRoutes: Sendable {
    let work: BlockingWork
    let uploads: UploadRuns
    let library: Library

    private var store: UploadStore { uploads.store }
    private var receiving: UploadReceiving { UploadReceiving(work: work, store: store) }

    func add(to routes: SenderRoutes) {
        let file = RouterPath("\(SenderArea.inbox)/:asset/:resource")
        routes.on(.put, file, use: put)
        routes.on(.get, file, use: status)
        routes.on(.head, file, use: status)
        routes.on(.patch, file, use: append)
        routes.on(.delete, file, use: cancel)
    }

    // MARK: Questions

    /// Also knows files that the library has from elsewhere, by `Repr-Digest`.
    @Sendable private func status(
        _ request: Request, _ context: GalleryContext, _ sender: Sender
    ) async throws -> Response {
        let place = try InboxFields.place(context, sender)
        let digest = try UploadFields.digest(.reprDigest, of: request)
        let store = store
        if let found = try await work.read({ try store.status(at: place) }) {
            if request.method == .head { await receiving.free(found.record.identifier) }
            let status = try await work.read { try store.status(of: found.record.identifier) }
            return try receiving.response(InboxDocument(status), status)
        }
        if let digest, let known = try await known(digest) { return known }
        throw Self.nothing
    }

    @Sendable private func cancel(
        _: Request, _ context: GalleryContext, _ sender: Sender
    ) async throws -> Response {
        let identifier = try await found(try InboxFields.place(context, sender)).record.identifier
        await receiving.free(identifier)
        let store = store
        try await work.upload { try store.cancel(identifier) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    // MARK: Bytes

    @Sendable private func put(
        _ request: Request, _ context: GalleryContext, _ sender: Sender
    ) async throws -> Response {
        try await receiving.closingOnError { try await begin(request, context, sender) }
    }

    private func begin(_ request: Request, _ context: GalleryContext, _ sender: Sender) async throws -> Response {
        let place = try InboxFields.place(context, sender)
        let fields = try UploadFields(request)
        let part = try InboxFields.part(of: request, at: place)
        let digest = try UploadFields.digest(.reprDigest, of: request)
        let upload = UploadRequest(
            filename: try receiving.filename(of: request), length: fields.length, digest: digest,
            fileDate: try UploadFields.fileDate(of: request), delivery: try UploadFields.delivery(of: request),
            sender: sender.name, place: place, part: part)
        let store = store
        if let answer = try await makeRoom(at: place, for: digest) { return answer }
        // The other resources of an asset have to come even if the library has this one.
        if let digest, part?.resources.count ?? 1 == 1, let known = try await known(digest) { return closing(known) }
        let record = try await work.upload { try store.create(upload) }
        let location = "\(SenderArea.inbox)/\(place.asset)/\(place.resource)"
        try await receiving.announce(location, request, context, fields)
        let status = try await receiving.receive(
            request, context, fields, to: record.identifier, at: 0, completing: fields.isComplete ?? true)
        return try receiving.response(InboxDocument(status), status, newAt: location)
    }

    @Sendable private func append(
        _ request: Request, _ context: GalleryContext, _ sender: Sender
    ) async throws -> Response {
        try await receiving.closingOnError {
            let fields = try UploadFields(request)
            let (offset, isComplete) = try receiving.checkedPart(request, fields)
            let identifier = try await found(try InboxFields.place(context, sender)).record.identifier
            await receiving.free(identifier)
            let status = try await receiving.receive(
                request, context, fields, to: identifier, at: offset, completing: isComplete)
            return try receiving.response(InboxDocument(status), status)
        }
    }

    // MARK: Files

    /// Ends and deletes an unfinished file at a place, or one that ended. Returns the response if the place has the same
    /// file already.
    private func makeRoom(at place: InboxPlace, for digest: BlobDigest?) async throws -> Response? {
        let store = store
        guard let found = try await work.read({ try store.status(at: place) }) else { return nil }
        if !found.record.isComplete { await receiving.free(found.record.identifier) }
        // The request that was ended may have sent the last byte before.
        guard let former = try await work.read({ try store.status(at: place) }) else { return nil }
        if former.record.isComplete, former.outcome?.isRefusal != true {
            if let digest, former.record.digest == digest {
                return closing(try receiving.response(InboxDocument(former), former))
            }
            guard former.outcome != nil else { throw Self.waits }
        }
        try await work.upload { try store.discard(former.record.identifier) }
        return nil
    }

    private func found(_ place: InboxPlace) async throws -> UploadStatus {
        let store = store
        guard let status = try await work.read({ try store.status(at: place) }) else { throw Self.nothing }
        return status
    }

    /// Returns the response for a file that the library has, or `nil` if it hasn't.
    private func known(_ digest: BlobDigest) async throws -> Response? {
        let library = library
        return try await work.read {
            guard let file = try library.view(for: .importer).knownFiles([digest])[digest] else { return nil }
            var response = try JSONAnswer.response(InboxDocument(file))
            response.headers[.uploadComplete] = "?1"
            return response
        }
    }

    /// The body that follows isn't read.
    private func closing(_ response: Response) -> Response {
        var response = response
        response.headers[.connection] = "close"
        return response
    }

    private static let nothing = Refusal.notFound(
        "There is nothing at this place of the inbox. Send the file: the library keeps no file twice.")

    private static let waits = Refusal(
        status: .conflict, code: "uploadIsBusy",
        message: "The file that was sent to this place waits for the library. Ask again, or choose another name.")
}
