import BlobStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The page's own files, read once: no address of a request ever becomes a path of the disk.
struct PageFiles: Sendable {
    private struct File: Sendable {
        let bytes: ByteBuffer
        let contentType: String
        let entityTag: String
    }

    static let indexName = "index.html"

    private static let contentTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json; charset=utf-8",
    ]

    private let files: [String: File]

    /// - Throws: `ServerError` where the files are not beside the program.
    init() throws {
        guard let folder = Bundle.module.url(forResource: "Web", withExtension: nil) else {
            throw ServerError(
                .missingFiles,
                "The page's files are missing: albumen_AlbumenServer.resources belongs beside the program.")
        }
        var files: [String: File] = [:]
        let prefix = folder.standardizedFileURL.path + "/"
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let url as URL in enumerator ?? FileManager.DirectoryEnumerator() {
            guard let contentType = Self.contentTypes[url.pathExtension] else { continue }
            let data = try Data(contentsOf: url)
            let name = String(url.standardizedFileURL.path.dropFirst(prefix.count))
            files[name] = File(
                bytes: ByteBuffer(bytes: data), contentType: contentType,
                entityTag: "\"\(try BlobDigest(hashing: data).hexadecimal.prefix(16))\"")
        }
        guard files[Self.indexName] != nil else {
            throw ServerError(
                .missingFiles, "The page's files are incomplete: \(folder.path) has no \(Self.indexName).")
        }
        self.files = files
    }

    /// By path, such as `grid/photo-grid.js`; nil where there is none of the name.
    func response(for name: String, to request: Request) -> Response? {
        guard let file = files[name] else { return nil }
        // On a 304 too: a browser takes its headers for those of the page that it has kept.
        var headers: HTTPFields = [
            .eTag: file.entityTag, .cacheControl: "no-cache", .contentSecurityPolicy: ProtectionMiddleware.pagePolicy,
        ]
        if EntityTag.matches(file.entityTag, request) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = file.contentType
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.bytes))
    }
}
