import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import MediaTypes
import Records

/// A response with an original or a part of it, in pieces of 128 KB.
struct FileAnswer: Sendable {
    private static let files = FileIO()

    let resource: ResourceRecord
    let digest: BlobDigest
    /// The blob's path. It contains only the digest and no text of the request.
    let path: String
    /// Whether the browser saves the file instead of showing it.
    let isAttachment: Bool

    func response(to request: Request, _ context: GalleryContext) async throws -> Response {
        let tag = "\"\(digest.hexadecimal.prefix(32))\""
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .contentType: Self.contentType(of: resource),
        ]
        if EntityTag.matches(tag, request) { return Response(status: .notModified, headers: headers) }
        if isAttachment { headers[.contentDisposition] = Self.disposition(filename: resource.originalFilename) }
        let condition = request.headers[.ifRange]
        let isRange = request.method == .get && (condition == nil || condition == tag)
        let asked = isRange ? request.headers[.range] : nil
        let byteCount = Int(resource.fileSize)
        switch ByteRange(header: asked, byteCount: byteCount) {
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(byteCount)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        case .whole:
            return Response(
                status: .ok, headers: headers, body: try await Self.files.loadFile(path: path, context: context))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(byteCount)"
            return Response(
                status: .partialContent, headers: headers,
                body: try await Self.files.loadFile(path: path, range: range, context: context))
        }
    }

    /// Returns the type detected at the import, regardless of the file's name.
    static func contentType(of resource: ResourceRecord) -> String {
        MediaType.declared(identifier: resource.uniformTypeIdentifier)?.preferredMIMEType ?? "application/octet-stream"
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
