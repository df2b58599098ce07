import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import MediaTypes
import Records

/// A response with a file or a part of it, in pieces of 128 KB.
struct FileAnswer: Sendable {
    /// Where the bytes are.
    enum Content: Sendable {
        /// A file at a path, which contains no text of the request.
        case file(String)
        /// An original that is only in the library's place.
        case remote(RemoteFileBody)
    }

    private static let files = FileIO()

    /// The entity tag, with its quotation marks.
    let tag: String
    let contentType: String
    let byteCount: Int
    /// The name under which the browser saves the file, or `nil` to show it.
    let filename: String?
    let content: Content

    init(tag: String, contentType: String, byteCount: Int, filename: String?, content: Content) {
        self.tag = tag
        self.contentType = contentType
        self.byteCount = byteCount
        self.filename = filename
        self.content = content
    }

    /// - Parameter isAttachment: Whether the browser saves the file instead of showing it.
    init(resource: ResourceRecord, digest: BlobDigest, _ content: Content, isAttachment: Bool) {
        self.init(
            tag: "\"\(digest.hexadecimal.prefix(32))\"", contentType: Self.contentType(of: resource),
            byteCount: Int(resource.fileSize), filename: isAttachment ? resource.originalFilename : nil,
            content: content)
    }

    func response(to request: Request, _ context: GalleryContext) async throws -> Response {
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .contentType: contentType,
        ]
        if EntityTag.matches(tag, request) { return Response(status: .notModified, headers: headers) }
        if let filename { headers[.contentDisposition] = Self.disposition(filename: filename) }
        let condition = request.headers[.ifRange]
        let isRange = request.method == .get && (condition == nil || condition == tag)
        let asked = isRange ? request.headers[.range] : nil
        switch ByteRange(header: asked, byteCount: byteCount) {
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(byteCount)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        case .whole:
            return Response(
                status: .ok, headers: headers, body: try await body(of: nil, request, context))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(byteCount)"
            return Response(
                status: .partialContent, headers: headers,
                body: try await body(of: range, request, context))
        }
    }

    private func body(
        of range: ClosedRange<Int>?, _ request: Request, _ context: GalleryContext
    ) async throws -> ResponseBody {
        switch content {
        case .file(let path):
            guard let range else { return try await Self.files.loadFile(path: path, context: context) }
            return try await Self.files.loadFile(path: path, range: range, context: context)
        case .remote(let remote):
            let range = range.map { Int64($0.lowerBound)..<Int64($0.upperBound) + 1 } ?? 0..<Int64(byteCount)
            guard request.method != .head else { return RemoteFileBody.empty(byteCount: range.count) }
            return try await remote.body(of: range, context)
        }
    }

    /// Returns the type detected at the import, regardless of the file's name.
    static func contentType(of resource: ResourceRecord) -> String {
        contentType(of: resource.uniformTypeIdentifier)
    }

    /// Returns the MIME type of a uniform type.
    static func contentType(of uniformTypeIdentifier: String) -> String {
        MediaType.declared(identifier: uniformTypeIdentifier)?.preferredMIMEType ?? "application/octet-stream"
    }

    /// Returns the header with the name in ASCII and in full (RFC 6266, RFC 8187).
    static func disposition(filename: String) -> String {
        let plain = String(
            filename.unicodeScalars.map { scalar in
                scalar.isASCII && scalar.value >= 32 && scalar.value != 127 && !"\"\\/%".unicodeScalars.contains(scalar)
                    ? Character(scalar) : "_"
            })
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let whole = filename.addingPercentEncoding(withAllowedCharacters: unreserved) ?? plain
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(whole)"
    }
}
