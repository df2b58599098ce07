import AlbumenTestSupport
import BlobStore
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Requests that add files, in all their outcomes.
struct UploadExchanges {
    private static let path = "/api/uploads"
    private let gallery: GalleryFixture

    init(_ gallery: GalleryFixture) { self.gallery = gallery }

    func all() async throws -> [Exchange] {
        var exchanges: [Exchange] = []
        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: Data = Data(),
            json: String? = nil, as visitor: GalleryFixture.Visitor = .owner, tellsToken: Bool = true
        ) async throws -> Answer {
            let answer = try await gallery.respond(
                method, path, as: visitor, headers: headers, tellsToken: tellsToken,
                body: json.map { Data($0.utf8) } ?? body)
            exchanges.append(Exchange(method: method, path: path, body: json, answer: answer))
            return answer
        }
        let photo = SampleMedia.jpeg(comment: "an upload")
        let name: HTTPFields = [.contentDisposition: "inline; filename=\"a.jpg\"", .delivery: "exchanges"]
        func with(_ other: HTTPFields) -> HTTPFields {
            var headers = name
            headers.append(contentsOf: other)
            return headers
        }
        _ = try await ask(.options, Self.path)
        _ = try await ask(.options, Self.path, as: .nobody)
        let made = try await ask(.post, Self.path, with([.uploadComplete: "?0"]), body: photo.prefix(10))
        let upload = try #require(made.headers[.location])
        let partial: HTTPFields = [
            .contentType: UploadFields.partialUpload, .uploadOffset: "10", .uploadComplete: "?1",
        ]
        _ = try await ask(.get, upload)
        _ = try await ask(.patch, upload, [.contentType: "text/plain"], body: photo)
        _ = try await ask(.patch, upload, [.contentType: UploadFields.partialUpload], body: photo)
        _ = try await ask(.patch, upload, partial, as: .nobody)
        _ = try await ask(.patch, upload, partial, tellsToken: false)
        var wrong = partial
        wrong[.uploadOffset] = "20"
        _ = try await ask(.patch, upload, wrong, body: photo)
        wrong[.uploadOffset] = "10"
        wrong[.uploadLength] = "11"
        _ = try await ask(.patch, upload, wrong, body: photo)
        _ = try await ask(.patch, upload, partial, body: photo.dropFirst(10))
        let unknown = "\(Self.path)/\(String(repeating: "0", count: 32))"
        _ = try await ask(.get, unknown)
        _ = try await ask(.get, unknown, as: .nobody)
        _ = try await ask(.patch, unknown, partial, body: photo)
        for (visitor, tellsToken) in [(GalleryFixture.Visitor.owner, true), (.owner, false), (.nobody, true)] {
            _ = try await ask(.delete, unknown, as: visitor, tellsToken: tellsToken)
        }
        let cancelled = try await ask(.post, Self.path, with([.uploadComplete: "?0"]))
        _ = try await ask(.delete, try #require(cancelled.headers[.location]))
        _ = try await ask(.post, Self.path, with([.uploadComplete: "?1"]), body: photo + Data("other".utf8))
        _ = try await ask(.post, Self.path)
        _ = try await ask(.post, Self.path, with([.uploadComplete: "?1", .uploadLength: "5"]), body: photo)
        _ = try await ask(.post, Self.path, with([.uploadComplete: "?0", .uploadLength: "999999999999999"]))
        _ = try await ask(.post, Self.path, with([.album: UUID().uuidString]), body: photo)
        _ = try await ask(.post, Self.path, name, as: .nobody)
        _ = try await ask(.post, Self.path, name, tellsToken: false)
        for (path, body) in [
            ("\(Self.path)/complete", "{\"delivery\": \"exchanges\"}"),
            ("\(Self.path)/known", "{\"digests\": [\"\(try BlobDigest(hashing: photo))\"]}"),
        ] {
            let type: HTTPFields = [.contentType: "application/json"]
            _ = try await ask(.post, path, type, json: body)
            _ = try await ask(.post, path, type, json: "{\"color\": 1}")
            _ = try await ask(.post, path, type, json: body, as: .nobody)
            _ = try await ask(.post, path, type, json: body, tellsToken: false)
            _ = try await ask(.post, path, [.contentType: "text/plain"], json: body)
            _ = try await ask(.post, path, type, json: String(repeating: " ", count: JSONBody.limit + 1))
        }
        try await waitUntil("the files are in the library") {
            try gallery.server.uploads.store.statuses().allSatisfy { $0.outcome != nil }
        }
        let known = "{\"digests\": [\"\(try BlobDigest(hashing: photo))\"]}"
        _ = try await ask(.post, "\(Self.path)/known", [.contentType: "application/json"], json: known)
        for visitor in [GalleryFixture.Visitor.owner, .nobody] { _ = try await ask(.get, Self.path, as: visitor) }
        return exchanges
    }
}
