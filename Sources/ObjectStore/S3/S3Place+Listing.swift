package import BlobStore
package import Cancellation
import Foundation

extension S3Place {
    package func list(
        _ prefix: String, after position: String?, limit: Int, _ cancellation: WorkCancellation
    ) throws -> RemotePage<RemoteObject> {
        var request = S3Request("GET", key: nil, object: "the list of objects")
        request.query = [
            ("list-type", "2"), ("encoding-type", "url"), ("max-keys", String(max(1, min(limit, 1000)))),
            ("prefix", listedPrefix(prefix)),
        ]
        if let position { request.query.append(("continuation-token", position)) }
        let body = try send(request, cancellation)
        var page = RemotePage<RemoteObject>()
        var isEncoded = false
        var isTruncated = false
        var next: String?
        var found: [(key: String, size: Int64)] = []
        var key: String?
        var size: Int64?
        var root: String?
        try read(body, request.object) { path, text in
            root = path.first
            switch path.dropFirst() {
            case ["EncodingType"]: isEncoded = text == "url"
            case ["IsTruncated"]: isTruncated = text == "true"
            case ["NextContinuationToken"]: next = text
            case ["Contents", "Key"]: key = text
            case ["Contents", "Size"]: size = Int64(text)
            case ["Contents"]:
                guard let name = key, let count = size, count >= 0, found.count < 1000 else {
                    throw misbehaves(request.object)
                }
                found.append((name, count))
                (key, size) = (nil, nil)
            default: break
            }
        }
        guard root == "ListBucketResult" else { throw misbehaves(request.object) }
        for (key, size) in found {
            if let name = name(ofKey: key, isEncoded: isEncoded) {
                page.elements.append(RemoteObject(name, size: size))
            } else {
                page.foreignCount += 1
            }
        }
        guard isTruncated else { return page }
        // The same position again would never end.
        guard let next, next != position, !next.isEmpty, next.utf8.count <= 4096 else {
            throw misbehaves(request.object)
        }
        page.next = next
        return page
    }

    package func unfinishedUploads(
        after position: String?, _ cancellation: WorkCancellation
    ) throws -> RemotePage<UnfinishedUpload> {
        var request = S3Request("GET", key: nil, object: "the list of uploads")
        request.query = [
            ("uploads", ""), ("encoding-type", "url"), ("max-uploads", "1000"), ("prefix", listedPrefix("")),
        ]
        // A position is the last key and the last upload, in lines.
        let markers = position?.split(separator: "\n", maxSplits: 1).map(String.init) ?? []
        if markers.count == 2 { request.query += [("key-marker", markers[0]), ("upload-id-marker", markers[1])] }
        let body: Data
        do {
            body = try connection.send(request, cancellation).1
        } catch let failure as S3Failure {
            // rclone's answer if there is no upload.
            guard !failure.isMissingUpload else { return RemotePage() }
            throw failure.error(connection.address, object: request.object)
        }
        var page = RemotePage<UnfinishedUpload>()
        var isEncoded = false
        var isTruncated = false
        var nextMarkers = ("", "")
        var found: [(key: String, reference: String, start: Date?)] = []
        var upload: (key: String?, reference: String?, start: Date?)
        var root: String?
        try read(body, request.object) { path, text in
            root = path.first
            switch path.dropFirst() {
            case ["EncodingType"]: isEncoded = text == "url"
            case ["IsTruncated"]: isTruncated = text == "true"
            case ["NextKeyMarker"]: nextMarkers.0 = text
            case ["NextUploadIdMarker"]: nextMarkers.1 = text
            case ["Upload", "Key"]: upload.key = text
            case ["Upload", "UploadId"]: upload.reference = text
            case ["Upload", "Initiated"]: upload.start = Self.date(text)
            case ["Upload"]:
                guard let key = upload.key, let reference = upload.reference, found.count < 1000 else {
                    throw misbehaves(request.object)
                }
                found.append((key, reference, upload.start))
                upload = (nil, nil, nil)
            default: break
            }
        }
        guard root == "ListMultipartUploadsResult" else { throw misbehaves(request.object) }
        for (key, reference, start) in found {
            if let name = name(ofKey: key, isEncoded: isEncoded) {
                page.elements.append(UnfinishedUpload(name, reference: reference, start: start))
            } else {
                page.foreignCount += 1
            }
        }
        guard isTruncated else { return page }
        let key = isEncoded ? PercentEncoding.decode(nextMarkers.0) : nextMarkers.0
        guard let key, !key.isEmpty, !key.contains("\n"), !nextMarkers.1.isEmpty else {
            throw misbehaves(request.object)
        }
        page.next = "\(key)\n\(nextMarkers.1)"
        guard page.next != position else { throw misbehaves(request.object) }
        return page
    }

    /// Reads an answer, and calls a closure at the end of each element.
    func read(_ body: Data, _ object: String, end: ([String], String) throws -> Void) throws {
        do {
            try XMLEvents.read(body, end: end)
        } catch is XMLEvents.Failure {
            throw misbehaves(object)
        }
    }

    private func send(_ request: S3Request, _ cancellation: WorkCancellation) throws -> Data {
        do {
            return try connection.send(request, cancellation).1
        } catch let failure as S3Failure {
            throw failure.error(connection.address, object: request.object)
        }
    }

    private func listedPrefix(_ prefix: String) -> String { connection.address.key(text: prefix) }

    private func name(ofKey key: String, isEncoded: Bool) -> RemoteName? {
        guard let key = isEncoded ? PercentEncoding.decode(key) : key else { return nil }
        let start = connection.address.key(text: "")
        guard key.utf8.starts(with: start.utf8) else { return nil }
        return RemoteName(String(decoding: key.utf8.dropFirst(start.utf8.count), as: UTF8.self))
    }

    private static func date(_ text: String) -> Date? {
        try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))
    }
}
