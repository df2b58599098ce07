import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Testing

@testable import AlbumenServer

/// Originals and videos as responses.
@Suite struct FileTests {
    // MARK: Whole and in parts

    @Test func `a video is served completely`() async throws {
        try await withMovie { gallery, path, bytes in
            let answer = try await gallery.respond(path)
            #expect(answer.status == 200)
            #expect(answer.body == bytes)
            #expect(answer.headers[.contentType] == "video/quicktime")
            #expect(answer.headers[.acceptRanges] == "bytes")
            #expect(answer.headers[.contentDisposition] == nil)
            #expect(answer.headers[.contentRange] == nil)
            #expect(answer.headers[.contentLength] == "\(bytes.count)")
        }
    }

    @Test func `a video is served in ranges`() async throws {
        try await withMovie { gallery, path, bytes in
            let end = bytes.count - 1
            for (range, part) in [
                ("bytes=0-0", 0...0), ("bytes=10-99", 10...99), ("bytes=100-", 100...end),
                ("bytes=-7", (end - 6)...end),
                ("bytes=0-999999999", 0...end), ("bytes=\(end)-", end...end),
            ] {
                let answer = try await gallery.respond(path, headers: [.range: range])
                #expect(answer.status == 206)
                #expect(answer.body == bytes[part], "\(range)")
                #expect(answer.headers[.contentRange] == "bytes \(part.lowerBound)-\(part.upperBound)/\(bytes.count)")
                #expect(answer.headers[.contentLength] == "\(part.count)")
                #expect(answer.headers[.contentType] == "video/quicktime")
            }
        }
    }

    @Test(arguments: ["bytes=0-1,5-6", "items=0-1", "bytes=9-1", "nonsense"])
    func `an invalid range returns the entire file`(range: String) async throws {
        try await withMovie { gallery, path, bytes in
            let answer = try await gallery.respond(path, headers: [.range: range])
            #expect(answer.status == 200)
            #expect(answer.body == bytes)
        }
    }

    @Test func `a range after the end is refused`() async throws {
        try await withMovie { gallery, path, bytes in
            for range in ["bytes=\(bytes.count)-", "bytes=-0", "bytes=99999999999999999999-"] {
                let answer = try await gallery.respond(path, headers: [.range: range])
                #expect(answer.status == 416)
                #expect(answer.headers[.contentRange] == "bytes */\(bytes.count)")
                #expect(answer.body.isEmpty)
            }
        }
    }

    @Test func `a range applies only to the content of If-Range`() async throws {
        try await withMovie { gallery, path, bytes in
            let tag = try #require(try await gallery.respond(path).headers[.eTag])
            let right = try await gallery.respond(path, headers: [.range: "bytes=0-9", .ifRange: tag])
            #expect(right.status == 206)
            #expect(right.body == bytes.prefix(10))
            for wrong in ["\"other\"", "W/\(tag)", "Tue, 07 May 2024 01:33:04 GMT", ""] {
                let answer = try await gallery.respond(path, headers: [.range: "bytes=0-9", .ifRange: wrong])
                #expect(answer.status == 200, "\(wrong)")
                #expect(answer.body == bytes)
            }
        }
    }

    @Test func `content in the browser's cache is not sent again`() async throws {
        try await withMovie { gallery, path, _ in
            let tag = try #require(try await gallery.respond(path).headers[.eTag])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let answer = try await gallery.respond(path, headers: [.ifNoneMatch: known, .range: "bytes=0-1"])
                #expect(answer.status == 304, "\(known)")
                #expect(answer.body.isEmpty)
                #expect(answer.headers[.eTag] == tag)
            }
            for unknown in ["\"other\"", "", tag.replacingOccurrences(of: "\"", with: "")] {
                #expect(try await gallery.respond(path, headers: [.ifNoneMatch: unknown]).status == 200, "\(unknown)")
            }
        }
    }

    @Test func `HEAD returns the headers without content`() async throws {
        try await withMovie { gallery, path, bytes in
            let answer = try await gallery.respond(.head, path)
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
            #expect(answer.headers[.contentLength] == "\(bytes.count)")
        }
    }

    @Test func `a file of many pieces arrives completely`() async throws {
        try await GalleryFixture.serve { gallery in
            var generator = SeededGenerator(seed: 4)
            let bytes = Data((0..<1_000_003).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            let uuid = try gallery.add(.init("big.mov", TemporaryLibrary.Sample.video("x").probe, bytes: bytes))
            let path = "/api/assets/\(uuid)/video"
            #expect(try await gallery.respond(path).body == bytes)
            let part = try await gallery.respond(path, headers: [.range: "bytes=131071-900000"])
            #expect(part.status == 206)
            #expect(part.body == bytes[131_071...900_000])
        }
    }

    // MARK: Which file

    @Test func `the video of a Live Photo is its paired video`() async throws {
        try await GalleryFixture.open { gallery in
            let still = TemporaryLibrary.Sample.image("IMG_1.JPG") { $0.contentIdentifier = "pair" }
            let moving = TemporaryLibrary.Sample.video("IMG_1.MOV") { $0.contentIdentifier = "pair" }
            let outcomes = try gallery.temporary.add([still, moving])
            let uuid = try #require(outcomes[0].assetUUID)
            #expect(outcomes[1] == .joined(assetUUID: uuid))
            let video = try await gallery.respond("/api/assets/\(uuid)/video")
            #expect(video.body == moving.bytes)
            #expect(video.headers[.contentType] == "video/quicktime")
            let part = try await gallery.respond("/api/assets/\(uuid)/originals/pairedVideo")
            #expect(part.body == moving.bytes)
            #expect(try await gallery.respond("/api/assets/\(uuid)/originals/photo").body == still.bytes)
            let facts = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            #expect(facts.video?.address == "/api/assets/\(uuid)/video")
            #expect(facts.kinds == ["live"])
        }
    }

    @Test func `a photo has no video`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            let answer = try await gallery.respond("/api/assets/\(uuid)/video")
            #expect(answer.status == 404)
            #expect(answer.refusal?.code == "notFound")
        }
    }

    @Test(arguments: ["video", "pairedVideo", "photos", "PHOTO", "1", "..", "%2e%2e", "photo%2f..%2f..", "nonsense"])
    func `a file that the asset does not have is not found`(type: String) async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            #expect(try await gallery.respond("/api/assets/\(uuid)/originals/\(type)").status == 404)
        }
    }

    @Test func `missing bytes are not found, with a message`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.movie("a.mov"))
            try gallery.loseBytes(of: uuid)
            for path in ["video", "originals/video"] {
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 404)
                #expect(answer.refusal?.code == "missingBytes")
                #expect(answer.refusal?.message.contains("a.mov") == true)
            }
        }
    }

    // MARK: What it is called

    @Test(arguments: [
        ("movie.jpg", "com.apple.quicktime-movie", "video/quicktime"), ("page.html", "public.jpeg", "image/jpeg"),
        ("script.js", "public.png", "image/png"), ("a.svg", "public.heic", "image/heic"),
        ("a.jpg", "nonsense", "application/octet-stream"),
    ])
    func `the type comes from the bytes, not the name`(name: String, identifier: String, type: String) async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.image(name) { $0.uniformTypeIdentifier = identifier })
            let answer = try await gallery.respond("/api/assets/\(uuid)/originals/photo")
            #expect(answer.headers[.contentType] == type)
            #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment;") == true)
        }
    }

    static let names = [
        "IMG_1.HEIC", "a \"quoted\" name.jpg", "a\\b.jpg", "a\r\nSet-Cookie: x=1\r\n\r\n<html>.jpg", "a\u{0}b.jpg",
        "a\u{7F}.jpg",
        "100%.jpg", "%22%0d%0a.jpg", "中文 照片.jpg", "é e\u{301} 👩‍👩‍👧.jpg", "a;b=c,d'e*.jpg",
        "\u{202E}gpj.exe", " .jpg", ".", "a/b.jpg", String(repeating: "long", count: 4000) + ".jpg",
    ]

    @Test(arguments: names)
    func `any filename results in a valid header`(name: String) throws {
        let header = FileAnswer.disposition(filename: name)
        #expect(header.unicodeScalars.allSatisfy { (32..<127).contains($0.value) })
        let match = try #require(
            header.wholeMatch(of: /attachment; filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9.~_%-]*)/))
        #expect(String(match.output.2).removingPercentEncoding == name)
        #expect(!match.output.1.contains("/"))
        #expect(!match.output.1.contains("%"))
    }

    @Test func `any filename results in a valid response`() async throws {
        try await GalleryFixture.serve { gallery in
            for name in Self.names where name.utf8.count < 4000 && !name.contains("\0") {
                let sample = TemporaryLibrary.Sample.image(name)
                let uuid = try gallery.add(sample)
                let answer = try await gallery.respond("/api/assets/\(uuid)/originals/photo")
                #expect(answer.status == 200)
                #expect(answer.body == sample.bytes)
                #expect(answer.headers[.contentDisposition] == FileAnswer.disposition(filename: name))
                #expect(answer.headers[.setCookie] == nil)
                let facts = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
                #expect(facts.resources.first?.originalFilename == name)
            }
        }
    }

    // MARK: Parts

    private func withMovie(_ body: (GalleryFixture, _ path: String, _ bytes: Data) async throws -> Void) async throws {
        try await GalleryFixture.serve { gallery in
            let sample = TemporaryLibrary.Sample.movie("a.mov")
            let uuid = try gallery.add(sample)
            try await body(gallery, "/api/assets/\(uuid)/video", sample.bytes)
        }
    }
}
