import AlbumenTestSupport
import BlobStore
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer

/// Adding files over HTTP.
@Suite struct UploadRouteTests {
    private static let path = "/api/uploads"
    private let photo = SampleMedia.jpeg(comment: String(repeating: "over HTTP ", count: 100))

    private func headers(_ name: String, complete: Bool, length: Int? = nil) -> HTTPFields {
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var headers: HTTPFields = [
            .contentDisposition: "inline; filename*=UTF-8''\(encoded)", .uploadComplete: complete ? "?1" : "?0",
        ]
        headers[.uploadLength] = length.map(String.init)
        return headers
    }

    private func partial(_ offset: Int, complete: Bool) -> HTTPFields {
        [
            .contentType: UploadFields.partialUpload, .uploadOffset: String(offset),
            .uploadComplete: complete ? "?1" : "?0",
        ]
    }

    private func digest(_ data: Data) throws -> String {
        "sha-256=:\(Data(try BlobDigest(hashing: data).bytes).base64EncodedString()):"
    }

    /// Waits until the library has taken in the file, and returns its state.
    private func state(_ upload: String, _ gallery: GalleryFixture) async throws -> String {
        var state = "waiting"
        try await waitUntil("the library takes in the file") {
            state = try await gallery.respond(upload).decoded(as: Uploaded.self).state
            return state != "waiting"
        }
        return state
    }

    private struct Uploaded: Decodable {
        let upload: String
        let state: String
        let offset: Int
        let name: String
        var reason: String?
    }

    private struct Problem: Decodable {
        let type: String
        let expected: Int?
        let provided: Int?

        private enum CodingKeys: String, CodingKey {
            case type
            case expected = "expected-offset"
            case provided = "provided-offset"
        }
    }

    @Test func `a file is sent in one request, and the library says that it has it`() async throws {
        try await GalleryFixture.serve { gallery in
            var fields = headers("Straße 1.jpg", complete: true)
            fields[.reprDigest] = try digest(photo)
            let sent = try await gallery.respond(.post, Self.path, headers: fields, body: photo)
            #expect(sent.status == 200)
            #expect(sent.headers[.uploadComplete] == "?1")
            #expect(sent.headers[.uploadOffset] == String(photo.count))
            #expect(try sent.decoded(as: Uploaded.self).name == "Straße 1.jpg")
            let upload = try #require(sent.headers[.location])
            #expect(try await state(upload, gallery) == "added")
            let again = try await gallery.respond(.post, Self.path, headers: fields, body: photo)
            #expect(try await state(try #require(again.headers[.location]), gallery) == "known")
            let hex = try BlobDigest(hashing: photo).description
            let known = try await gallery.change(.post, "\(Self.path)/known", "{\"digests\": [\"\(hex)\"]}")
            #expect(known.text.contains("\"\(hex)\":{\"asset\":"))
            let text = try await gallery.respond(
                .post, Self.path, headers: headers("notes.jpg", complete: true), body: Data("text".utf8))
            #expect(try await state(try #require(text.headers[.location]), gallery) == "refused")
        }
    }

    @Test func `pieces continue where the last one ended, and a wrong offset says where that is`() async throws {
        try await GalleryFixture.serve { gallery in
            let limits = try await gallery.respond(.options, Self.path)
            #expect(limits.status == 204)
            #expect(limits.headers[.acceptPatch] == UploadFields.partialUpload)
            #expect(limits.headers[.uploadLimit]?.hasPrefix("max-size=") == true)
            let made = try await gallery.respond(
                .post, Self.path, headers: headers("a.jpg", complete: false, length: photo.count),
                body: photo.prefix(100))
            #expect(made.status == 201)
            let upload = try #require(made.headers[.location])
            let wrong = try await gallery.respond(
                .patch, upload, headers: partial(50, complete: true), body: photo.dropFirst(50))
            #expect(wrong.status == 409)
            #expect(wrong.headers[.uploadOffset] == "100")
            #expect(wrong.headers[.contentType] == "application/problem+json")
            #expect(wrong.refusal?.code == "wrongOffset")
            let problem = try wrong.decoded(as: Problem.self)
            #expect(problem.type == "https://iana.org/assignments/http-problem-types#mismatching-upload-offset")
            #expect((problem.expected, problem.provided) == (100, 50))
            let next = try await gallery.respond(
                .patch, upload, headers: partial(100, complete: false), body: photo.dropFirst(100).prefix(100))
            #expect(next.status == 200)
            #expect(next.headers[.uploadComplete] == "?0")
            let head = try await gallery.respond(.head, upload)
            #expect(head.headers[.uploadOffset] == "200")
            #expect(head.headers[.uploadLength] == String(photo.count))
            #expect(head.headers[.cacheControl] == "no-store")
            let last = try await gallery.respond(
                .patch, upload, headers: partial(200, complete: true), body: photo.dropFirst(200))
            #expect(last.headers[.uploadComplete] == "?1")
            #expect(try await state(upload, gallery) == "added")
            let more = try await gallery.respond(
                .patch, upload, headers: partial(photo.count, complete: true), body: Data("x".utf8))
            #expect(more.status == 400)
            #expect(more.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func `what arrived before the connection broke stays, also after a restart`() async throws {
        let temporary = try TemporaryLibrary()
        var upload = ""
        try await GalleryFixture.serve(temporary) { gallery in
            let made = try await gallery.respond(
                .post, Self.path, headers: headers("a.jpg", complete: false, length: photo.count))
            upload = try #require(made.headers[.location])
            let head = gallery.wire(.patch, upload).components(separatedBy: "\r\n").filter {
                !$0.hasPrefix("Content-") && !$0.isEmpty
            }
            try await RawConnection.with(gallery.address) { connection in
                let lines =
                    head + [
                        "Content-Type: \(UploadFields.partialUpload)", "Content-Length: \(photo.count)",
                        "Upload-Offset: 0", "Upload-Complete: ?1", "", String(repeating: "\u{7F}", count: 60),
                    ]
                try await connection.send(lines.joined(separator: "\r\n"))
                try await waitUntil("the request is active") {
                    try gallery.server.uploads.store.statuses().contains(where: \.isActive)
                }
            }
            try await waitUntil("the cut is noticed") {
                try gallery.server.uploads.store.statuses().allSatisfy { !$0.isActive }
            }
            let offset = try await gallery.respond(.head, upload).headers[.uploadOffset]
            #expect(offset == "0" || offset == "60")
            #expect(try await gallery.respond(upload).decoded(as: Uploaded.self).state == "receiving")
        }
        try await GalleryFixture.serve(temporary) { gallery in
            let offset = try #require(Int(try await gallery.respond(.head, upload).headers[.uploadOffset] ?? ""))
            let last = try await gallery.respond(
                .patch, upload, headers: partial(offset, complete: true), body: photo.dropFirst(offset))
            #expect(last.status == 200)
        }
    }

    @Test func `a new request takes the place of one whose connection is dead`() async throws {
        try await GalleryFixture.serve { gallery in
            let made = try await gallery.respond(
                .post, Self.path, headers: headers("a.jpg", complete: false, length: photo.count))
            let upload = try #require(made.headers[.location])
            let head = gallery.wire(.patch, upload).components(separatedBy: "\r\n").filter {
                !$0.hasPrefix("Content-") && !$0.isEmpty
            }
            try await RawConnection.with(gallery.address) { connection in
                let lines =
                    head + [
                        "Content-Type: \(UploadFields.partialUpload)", "Content-Length: \(photo.count)",
                        "Upload-Offset: 0", "Upload-Complete: ?1", "", "",
                    ]
                try await connection.send(lines.joined(separator: "\r\n"))
                try await waitUntil("the request is active") {
                    try gallery.server.uploads.store.statuses().contains(where: \.isActive)
                }
                #expect(try await gallery.respond(.head, upload).headers[.uploadOffset] == "0")
                let answer = try await connection.read()
                #expect(answer.hasPrefix("HTTP/1.1 409"), "\(answer)")
                #expect(answer.contains("uploadIsBusy"))
            }
            let sent = try await gallery.respond(.patch, upload, headers: partial(0, complete: true), body: photo)
            #expect(sent.status == 200)
        }
    }

    @Test func `a client of the draft hears early where to continue`() async throws {
        try await GalleryFixture.serve { gallery in
            let large = photo + Data(repeating: 32, count: 100_000)
            for (version, isTold) in [("8", true), ("7", false)] {
                let lines = gallery.wire(.post, Self.path).components(separatedBy: "\r\n").filter {
                    !$0.hasPrefix("Content-") && !$0.isEmpty
                }
                let answer = try await RawConnection.with(gallery.address) { connection in
                    let fields =
                        lines + [
                            "Content-Length: \(large.count)", "Upload-Complete: ?1",
                            "Upload-Draft-Interop-Version: \(version)",
                            "Content-Disposition: inline; filename=\"a.jpg\"", "Expect: 100-continue", "", "",
                        ]
                    try await connection.send(fields.joined(separator: "\r\n"))
                    let interim = try await connection.read(until: "100 Continue\r\n\r\n")
                    #expect(interim.hasPrefix("HTTP/1.1 104 Upload Resumption Supported\r\n") == isTold, "\(interim)")
                    #expect(interim.contains("Location: /api/uploads/") == isTold)
                    #expect(interim.contains("Upload-Draft-Interop-Version: 8") == isTold)
                    try await connection.send(String(repeating: " ", count: large.count))
                    return try await connection.read()
                }
                #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
            }
        }
    }

    @Test func `wrong digests and lengths keep nothing`() async throws {
        try await GalleryFixture.serve { gallery in
            var fields = headers("a.jpg", complete: true)
            fields[.reprDigest] = try digest(Data("other".utf8))
            let whole = try await gallery.respond(.post, Self.path, headers: fields, body: photo)
            #expect(whole.status == 400)
            #expect(whole.refusal?.code == "wrongDigest")
            #expect(try gallery.server.uploads.store.statuses().isEmpty)

            let made = try await gallery.respond(.post, Self.path, headers: headers("a.jpg", complete: false))
            let upload = try #require(made.headers[.location])
            var piece = partial(0, complete: false)
            piece[.contentDigest] = try digest(Data("other".utf8))
            let damaged = try await gallery.respond(.patch, upload, headers: piece, body: photo)
            #expect(damaged.refusal?.code == "wrongDigest")
            #expect(try await gallery.respond(.head, upload).headers[.uploadOffset] == "0")
            piece[.contentDigest] = try digest(photo)
            #expect(try await gallery.respond(.patch, upload, headers: piece, body: photo).status == 200)
            piece[.contentDigest] = "sha-256=:nonsense:"
            piece[.uploadOffset] = String(photo.count)
            #expect(try await gallery.respond(.patch, upload, headers: piece, body: photo).status == 400)

            let contradiction = try await gallery.respond(
                .post, Self.path, headers: headers("a.jpg", complete: true, length: 5), body: photo)
            #expect(contradiction.refusal?.code == "wrongLength")
            let large = try await gallery.respond(
                .post, Self.path, headers: headers("a.jpg", complete: false, length: 999_999_999_999_999))
            #expect(large.status == 413)
            #expect(large.headers[.uploadLimit] != nil)
        }
    }

    @Test(arguments: ["..", "../a.jpg", "a%00.jpg", "a%0A.jpg", ".hidden", "a%2Fb.jpg"])
    func `names that aren't those of files are refused`(name: String) async throws {
        try await GalleryFixture.serve { gallery in
            let answer = try await gallery.respond(
                .post, Self.path, headers: [.contentDisposition: "inline; filename*=UTF-8''\(name)"], body: photo)
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badName")
        }
    }

    @Test func `files of a delivery are told to the owner's pages`() async throws {
        try await GalleryFixture.serve { gallery in
            try await gallery.follow("/api/changes") { events in
                var fields = headers("a.jpg", complete: true)
                fields[.delivery] = "d-1"
                _ = try await gallery.respond(.post, Self.path, headers: fields, body: photo)
                let done = try await gallery.change(.post, "\(Self.path)/complete", "{\"delivery\": \"d-1\"}")
                #expect(done.status == 204)
                while let event = try await events.next(), event.name != "uploads" {}
            }
        }
    }

    @Test func `names come from both forms of the field`() {
        #expect(ContentDisposition.filename(in: "inline; filename=\"a \\\"b\\\"; c.jpg\"") == "a \"b\"; c.jpg")
        #expect(ContentDisposition.filename(in: "attachment; filename=x.jpg; filename*=UTF-8''%C3%BC.jpg") == "ü.jpg")
        #expect(ContentDisposition.filename(in: "inline; filename*=latin1''a.jpg") == nil)
        #expect(ContentDisposition.filename(in: "inline; filename=\"a") == nil)
        #expect(ContentDisposition.filename(in: "inline") == nil)
    }
}
