import Albumen
import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import MediaTypes
import Records

/// A response with a file or a part of it.
struct FileAnswer: Sendable {
    /// Where the bytes are.
    enum Content: Sendable {
        case file(FileBody)
        /// An original that is only in the library's place.
        case remote(RemoteFileBody)
    }

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

    /// Opens an original, if it's on this machine. Blocks.
    ///
    /// - Parameters:
    ///   - uniformTypeIdentifier: The response's type.
    ///   - filename: The name under which the browser saves the file, or `nil` to show it.
    /// - Throws: `LibraryError` if its bytes are missing or have another size than the response would state.
    init(
        of resource: ResourceRecord, ofAssetUUID uuid: String, as uniformTypeIdentifier: String,
        named filename: String?, in view: LibraryView, _ work: BlockingWork
    ) throws {
        let source = PictureSource(resource, assetUUID: uuid)
        guard let content = try Content(of: source, byteCount: resource.fileSize, in: view, work) else {
            throw LibraryError.missingBytes(of: resource.originalFilename)
        }
        self.init(
            tag: EntityTag.text(of: source.digest), contentType: Self.contentType(of: uniformTypeIdentifier),
            byteCount: Int(resource.fileSize), filename: filename, content: content)
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
        let range = range.map { Int64($0.lowerBound)..<Int64($0.upperBound) + 1 } ?? 0..<Int64(byteCount)
        switch content {
        case .file(let file): return file.body(of: range)
        case .remote(let remote):
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

extension FileAnswer.Content {
    /// Opens an original. Returns `nil` if its bytes are neither here nor in the library's place.
    fileprivate init?(of source: PictureSource, byteCount: Int64, in view: LibraryView, _ work: BlockingWork) throws {
        if let original = try view.originals.openIfHere(source.digest) {
            let body = FileBody(original, work: work)
            guard try body.byteCount() == byteCount else { return nil }
            self = .file(body)
        } else {
            guard try view.originals.isOnlyInPlace(source.digest) else { return nil }
            self = .remote(RemoteFileBody(source: source, originals: RemoteOriginals(in: view), work: work))
        }
    }
}
