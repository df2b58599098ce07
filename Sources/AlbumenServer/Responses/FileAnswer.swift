import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import MediaTypes
import Records

/// An original as an answer, whole or in part, in pieces of 128 kilobytes.
struct FileAnswer: Sendable {
    private static let files = FileIO()

    let resource: ResourceRecord
    let digest: BlobDigest
    /// Of the blob, which is named by its digest: nothing of a request is in it.
    let path: String
    /// As a file to keep, and not to show.
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

    /// What the bytes were found to be when they were imported, whatever the file is called.
    static func contentType(of resource: ResourceRecord) -> String {
        MediaType.declared(identifier: resource.uniformTypeIdentifier)?.preferredMIMEType ?? "application/octet-stream"
    }

    /// The name in ASCII, and whole (RFC 6266, RFC 8187).
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
