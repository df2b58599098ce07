import AlbumenTestSupport
import BlobStore
import Foundation
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Originals that are only in the library's place. The server gets what a request needs.
@Suite struct RemoteOriginalTests {
    private struct Facts: Decodable {
        struct Resource: Decodable {
            let isLocallyAvailable: Bool
        }

        let download: String?
        let resources: [Resource]
    }

    @Test func `a video is sent in pieces, and only those that were asked for come`() async throws {
        let place = try TemporaryFolder()
        try await GalleryFixture.serve { gallery in
            let bytes = SampleMedia.gappedMovie()
            var sample = TemporaryLibrary.Sample.movie("a.mov")
            sample.bytes = bytes
            let asset = try gallery.add(sample)
            try await onOwnThread { try gallery.temporary.moveOriginals(to: place) }
            let facts = try await gallery.respond("/api/assets/\(asset)").decoded(as: Facts.self)
            #expect(facts.download == "/api/assets/\(asset)/download" && !facts.resources[0].isLocallyAvailable)
            let digest = try gallery.source(asset).digest
            let first = try await gallery.respond("/api/assets/\(asset)/video", headers: [.range: "bytes=0-99"])
            #expect(first.status == 206 && first.body == bytes[..<100])
            #expect(first.headers[.contentRange] == "bytes 0-99/\(bytes.count)")
            // Across two pieces.
            let middle = (8 << 20) - 50
            let across = try await gallery.respond(
                "/api/assets/\(asset)/video", headers: [.range: "bytes=\(middle)-\(middle + 99)"])
            #expect(across.status == 206 && across.body == bytes[middle..<middle + 100])
            #expect(try gallery.library.cloud.downloads?.partial(digest)?.missingRanges().isEmpty == false)
            #expect(try !gallery.library.blobs.contains(digest))
            let head = try await gallery.respond(.head, "/api/assets/\(asset)/originals/video")
            #expect(head.status == 200 && head.headers[.contentLength] == String(bytes.count))
            #expect(try !gallery.library.blobs.contains(digest))
            let parts = try await gallery.respond("/api/assets/\(asset)/video/parts")
            #expect(parts.status == 200)
            let whole = try await gallery.respond("/api/assets/\(asset)/originals/video")
            #expect(whole.status == 200 && whole.body == bytes)
            // With the last piece, the original is completed.
            try await waitUntil { try gallery.library.blobs.contains(digest) }
        }
    }

    @Test func `a photo comes with its progress, and then all of its pictures can be made`() async throws {
        let place = try TemporaryFolder()
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            let other = try gallery.add(.photograph("b.jpg", width: 2000, height: 1500))
            try await onOwnThread { try gallery.temporary.moveOriginals(to: place) }
            for name in ["thumbnail", "preview"] {
                #expect(try await gallery.respond("/api/assets/\(asset)/\(name)").status == 200)
            }
            #expect(try !gallery.library.blobs.contains(gallery.source(asset).digest))
            let events = try await gallery.respond("/api/assets/\(asset)/download")
            #expect(events.headers[.contentType] == "text/event-stream")
            #expect(events.text.contains("event: progress\ndata: {\"fraction\":"))
            #expect(events.text.hasSuffix("event: end\ndata: {}\n\n"))
            #expect(try gallery.library.blobs.contains(gallery.source(asset).digest))
            let again = try await gallery.respond("/api/assets/\(asset)/download")
            #expect(!again.text.contains("progress") && again.text.contains("event: end"))
            let facts = try await gallery.respond("/api/assets/\(asset)").decoded(as: Facts.self)
            #expect(facts.download == nil && facts.resources[0].isLocallyAvailable)
            // A picture that isn't stored brings its original.
            #expect(try await gallery.respond("/api/assets/\(other)/rendition?long=2880").status == 200)
            #expect(try gallery.library.blobs.contains(gallery.source(other).digest))
        }
    }

    @Test func `an edit brings its original`() async throws {
        let place = try TemporaryFolder()
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            try await onOwnThread { try gallery.temporary.moveOriginals(to: place) }
            let saved = try await gallery.change(
                .post, "/api/assets/\(asset)/adjustments",
                "{\"recipe\": {\"rotation\": 90}, \"revision\": \"unedited\"}")
            #expect(saved.status == 200, "\(saved.text)")
        }
    }

    /// A connection that breaks after 200 looks like a fault of the network, and a browser keeps a part of the file.
    @Test func `a file that can't be fetched is refused before its response starts`() async throws {
        let place = try TemporaryFolder()
        try await GalleryFixture.serve { gallery in
            let photo = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            let video = try gallery.add(.movie("b.mov"))
            try await onOwnThread { try gallery.temporary.moveOriginals(to: place) }
            try FileManager.default.removeItem(at: place.url)
            for path in ["\(photo)/originals/photo", "\(video)/originals/video", "\(video)/video"] {
                for range in [nil, "bytes=10-99"] {
                    let answer = try await gallery.respond(
                        "/api/assets/\(path)", headers: range.map { [.range: $0] } ?? [:])
                    #expect(answer.status == 503, "\(path): \(answer.status)")
                    #expect(answer.refusal?.code == "unavailable", "\(path)")
                }
                #expect(try await gallery.respond(.head, "/api/assets/\(path)").status == 200)
            }
        }
    }

    @Test func `with all originals away, each item has its pictures without the place`() async throws {
        let place = try TemporaryFolder()
        try await GalleryFixture.serve { gallery in
            // Small JPEGs in sRGB serve as their own previews, as long as they are here.
            let assets = try [(800, 600), (1400, 1000), (200, 150), (2000, 1500)].enumerated().map { number, size in
                try gallery.add(.photograph("\(number).jpg", width: size.0, height: size.1))
            }
            for asset in assets {
                #expect(try await gallery.respond("/api/assets/\(asset)/thumbnail").status == 200)
            }
            #expect(try gallery.library.derivatives.usesOriginal(gallery.source(assets[0]).digest))
            try await onOwnThread { try gallery.temporary.moveOriginals(to: place) }
            try FileManager.default.removeItem(at: place.url)
            for asset in assets {
                #expect(try !gallery.library.blobs.contains(gallery.source(asset).digest))
                for name in ["thumbnail", "preview"] {
                    #expect(try await gallery.respond("/api/assets/\(asset)/\(name)").status == 200)
                }
            }
        }
    }

    @Test func `a place that can't be reached is an error of the request`() async throws {
        let place = try TemporaryFolder()
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            try await onOwnThread { try gallery.temporary.moveOriginals(to: place) }
            try FileManager.default.removeItem(at: place.url)
            let events = try await gallery.respond("/api/assets/\(asset)/download")
            #expect(events.text.contains("event: failed\ndata: {\"message\":"))
            let rendition = try await gallery.respond("/api/assets/\(asset)/rendition?long=2880")
            #expect(rendition.status == 503 && rendition.refusal?.code == "unavailable")
        }
    }
}
