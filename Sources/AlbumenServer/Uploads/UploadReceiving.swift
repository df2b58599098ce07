import Albumen
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// What all routes that receive files do alike (draft-ietf-httpbis-resumable-upload).
struct UploadReceiving: Sendable {
    /// The size of a body beyond which the server tells the client early where to continue.
    private static let announcedSize: Int64 = 64 << 10

    let work: BlockingWork
    let store: UploadStore

    // MARK: Requests

    func filename(of request: Request) throws -> String {
        guard let name = request.headers[.contentDisposition].flatMap(ContentDisposition.filename) else {
            throw Refusal.badRequest(
                "Content-Disposition has no filename. Send it as inline; filename*=UTF-8''NAME."
            ).closing
        }
        return name
    }

    /// Returns where the bytes of a request begin, and whether they are the last ones.
    func checkedPart(_ request: Request, _ fields: UploadFields) throws -> (offset: Int64, isComplete: Bool) {
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
        return (offset, isComplete)
    }

    /// Tells a client of the draft where it can continue, before a long body.
    func announce(
        _ location: String, _ request: Request, _ context: GalleryContext, _ fields: UploadFields
    ) async throws {
        guard request.headers[.uploadDraftInteropVersion] == UploadFields.draftVersion,
            fields.contentLength ?? .max > Self.announcedSize
        else { return }
        try await context.announceUpload([
            "Location": location, "Upload-Limit": UploadFields.limit(store.limits),
            "Upload-Draft-Interop-Version": UploadFields.draftVersion,
        ])
    }

    /// Ends a request that sends bytes of the upload. The client believes that it failed.
    func free(_ identifier: String) async {
        await withCheckedContinuation { continuation in
            store.displace(identifier) { continuation.resume() }
        }
    }

    // MARK: Bytes

    /// Adds the body to an upload.
    func receive(
        _ request: Request, _ context: GalleryContext, _ fields: UploadFields, to identifier: String,
        at offset: Int64, completing: Bool
    ) async throws -> UploadStatus {
        let reading = UploadReading(work: work)
        let store = store
        return try await closingOnError(offset: offset) {
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
            return try await work.read { try store.status(of: identifier) }
        }
    }

    // MARK: Responses

    /// - Parameter location: The address of an upload that is new, or `nil` for an older one.
    func response(
        _ document: some Encodable, _ status: UploadStatus, newAt location: String? = nil
    ) throws -> Response {
        let record = status.record
        let code: HTTPResponse.Status = location != nil && !record.isComplete ? .created : .ok
        var response = try JSONAnswer.response(document, status: code)
        response.headers[.uploadOffset] = String(record.offset)
        response.headers[.uploadComplete] = record.isComplete ? "?1" : "?0"
        response.headers[.uploadLength] = record.length.map(String.init)
        response.headers[.uploadLimit] = UploadFields.limit(store.limits)
        if let location { response.headers[.location] = location }
        return response
    }

    /// Closes the connection after an error, because the rest of the body would precede the next request.
    func closingOnError<Value>(
        offset: Int64? = nil, _ body: () async throws -> Value
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

extension Refusal {
    fileprivate var closing: Refusal {
        var refusal = self
        refusal.headers[.connection] = "close"
        return refusal
    }
}
