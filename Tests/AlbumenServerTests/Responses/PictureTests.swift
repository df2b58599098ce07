import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Pixels
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Thumbnails, previews and renditions as responses.
@Suite struct PictureTests {
    private static let steps: [(path: String, step: Derivatives.Step)] = [
        ("thumbnail", .thumbnail), ("preview", .preview),
    ]

    // MARK: Stored pictures

    @Test func `a response contains the stored bytes`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            try gallery.makePictures()
            for (path, step) in Self.steps {
                let stored = try #require(
                    try gallery.library.derivatives.bytes(step, of: gallery.source(uuid).digest))
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 200)
                #expect(answer.body == stored)
                #expect(answer.headers[.contentType] == "image/jpeg")
                #expect(try JPEGCodec.decode(answer.body).longSide == step.rawValue)
            }
        }
    }

    @Test func `only an address with the content's tag is cached`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            try gallery.makePictures()
            let content = try gallery.source(uuid).contentTag
            for (path, _) in Self.steps {
                let address = "/api/assets/\(uuid)/\(path)"
                let fitting = try await gallery.respond("\(address)?content=\(content)")
                #expect(fitting.headers[.cacheControl] == "private, max-age=3600, immutable")
                for query in ["", "?content=", "?content=00000000", "?content=\(content)0", "?other=\(content)"] {
                    let answer = try await gallery.respond(address + query)
                    #expect(answer.status == 200)
                    #expect(answer.headers[.cacheControl] == "private, no-cache", "\(query)")
                    #expect(answer.body == fitting.body)
                }
            }
        }
    }

    @Test func `content in the browser's cache is not sent again`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            try gallery.makePictures()
            let content = try gallery.source(uuid).contentTag
            var tags: Set<String> = []
            for (path, _) in Self.steps {
                let address = "/api/assets/\(uuid)/\(path)?content=\(content)"
                let tag = try #require(try await gallery.respond(address).headers[.eTag])
                tags.insert(tag)
                let answer = try await gallery.respond(address, headers: [.ifNoneMatch: tag])
                #expect(answer.status == 304)
                #expect(answer.body.isEmpty)
                #expect(answer.headers[.eTag] == tag)
                #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
                #expect(try await gallery.respond(address, headers: [.ifNoneMatch: "\"other\""]).status == 200)
            }
            #expect(tags.count == 2)
        }
    }

    @Test func `the tag of another photo does not match`() async throws {
        try await GalleryFixture.open { gallery in
            let (first, second) = (try gallery.add(.photograph("a.jpg")), try gallery.add(.photograph("b.jpg")))
            try gallery.makePictures()
            #expect(try gallery.source(first).contentTag != gallery.source(second).contentTag)
            let tag = try #require(try await gallery.respond("/api/assets/\(first)/thumbnail").headers[.eTag])
            let answer = try await gallery.respond("/api/assets/\(second)/thumbnail", headers: [.ifNoneMatch: tag])
            #expect(answer.status == 200)
        }
    }

    // MARK: Pictures that are made

    /// A power cut can leave a file without its content.
    @Test func `a preview without its file is made again`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            let address = "/api/assets/\(uuid)/preview"
            let sound = try await gallery.respond(address).body
            let folder = gallery.library.folder.appending(path: "previews", directoryHint: .isDirectory)
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            let file = folder.appending(path: try #require(names.first { $0.contains(".") }))
            let stored = try Data(contentsOf: file)
            try Data(count: stored.count).write(to: file)
            #expect(try await gallery.respond(address).body == sound)
            #expect(try Data(contentsOf: file) == stored)
            #expect(stored.starts(with: sound), "A seal follows the picture.")
        }
    }

    @Test func `a missing derivative is made and stored`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            let digest = try gallery.source(uuid).digest
            for round in 0..<2 {
                for (path, step) in Self.steps {
                    if round == 0 { try gallery.library.derivatives.removeAll() }
                    #expect(try gallery.library.derivatives.contains(step, digest) == (round > 0))
                    let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                    #expect(answer.status == 200)
                    #expect(answer.body == (try gallery.library.derivatives.bytes(step, of: digest)))
                    #expect(try JPEGCodec.decode(answer.body).longSide == step.rawValue)
                }
            }
        }
    }

    /// A small original serves as its own preview, but its bytes contain a place and a camera.
    @Test func `a small photo's preview has its size and is never the original`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 800, height: 600))
            let source = try gallery.source(uuid)
            for _ in 0..<2 {
                let answer = try await gallery.respond("/api/assets/\(uuid)/preview?content=\(source.contentTag)")
                #expect(answer.status == 200)
                #expect(answer.headers[.contentType] == "image/jpeg")
                #expect(answer.headers[.cacheControl] == "private, max-age=3600, immutable")
                #expect(try JPEGCodec.decode(answer.body).size == PixelSize(width: 800, height: 600))
                #expect(try answer.body != gallery.library.owner.images.data(of: source))
                let tag = try #require(answer.headers[.eTag])
                let again = try await gallery.respond(
                    "/api/assets/\(uuid)/preview", headers: [.ifNoneMatch: tag])
                #expect(again.status == 304)
            }
            #expect(try gallery.library.derivatives.contains(.preview, source.digest))
            #expect(try gallery.library.derivatives.statistics().previewCount == 0)
        }
    }

    @Test func `an undecodable picture returns a reason`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.undecodable("a.jpg"))
            for path in ["thumbnail", "preview", "rendition?long=512"] {
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 422)
                #expect(answer.refusal?.code == "noPicture")
                #expect(answer.refusal?.message.isEmpty == false)
                #expect(answer.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test func `a picture without its bytes returns a reason`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            try gallery.loseBytes(of: uuid)
            for path in ["thumbnail", "preview", "rendition?long=512"] {
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 404)
                #expect(answer.refusal?.code == "missingBytes")
            }
        }
    }

    @Test func `many requests at the same time are all answered`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 2000, height: 1500))
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<16 {
                    group.addTask { try await gallery.respond("/api/assets/\(uuid)/\(Self.steps[index % 2].path)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(Set(answers.map(\.body)).count == 2)
        }
    }

    // MARK: Renditions

    @Test(arguments: [(512, 512, 384), (2880, 640, 480), (5760, 640, 480)])
    func `a rendition is never larger than the picture`(long: Int, width: Int, height: Int) async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 640, height: 480))
            let content = try gallery.source(uuid).contentTag
            let address = "/api/assets/\(uuid)/rendition?long=\(long)"
            let answer = try await gallery.respond("\(address)&content=\(content)")
            let picture = try JPEGCodec.decode(answer.body)
            #expect(picture.width == width)
            #expect(picture.height == height)
            #expect(answer.headers[.contentType] == "image/jpeg")
            #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
            let tag = try #require(answer.headers[.eTag])
            #expect(try await gallery.respond(address, headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test(arguments: [
        "", "?long=", "?long=0", "?long=-512", "?long=513", "?long=99999999999999999999", "?long=x", "?LONG=512",
    ])
    func `only the listed sizes are made`(query: String) async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            let answer = try await gallery.respond("/api/assets/\(uuid)/rendition\(query)")
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badRequest")
        }
    }

    @Test func `renditions of different sizes have different tags`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            var tags: Set<String> = []
            for long in AssetAddresses.renditionSizes {
                let answer = try await gallery.respond("/api/assets/\(uuid)/rendition?long=\(long)")
                tags.insert(try #require(answer.headers[.eTag]))
            }
            #expect(tags.count == AssetAddresses.renditionSizes.count)
        }
    }

    @Test func `transparency is preserved`() async throws {
        try await GalleryFixture.serve { gallery in
            let bytes = try PNGCodec.encode(SampleBitmap.plain(width: 600, height: 400, red: 200, alpha: 128))
            var probe = TemporaryLibrary.Sample.image("a").probe
            probe.uniformTypeIdentifier = "public.png"
            (probe.pixelWidth, probe.pixelHeight) = (600, 400)
            let uuid = try gallery.add(.init("a.png", probe, bytes: bytes))
            for path in ["thumbnail", "preview", "rendition?long=512"] {
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 200)
                #expect(answer.headers[.contentType] == "image/png")
                let picture = try PNGCodec.decode(answer.body)
                #expect(picture.hasAlpha)
                #expect((120...136).contains(picture.colour(x: 50, y: 50).alpha), "\(path)")
            }
        }
    }

    @Test func `the pictures of a video show its poster`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.movie("a.mov"))
            for path in ["thumbnail", "preview", "rendition?long=512"] {
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 200)
                #expect(answer.headers[.contentType]?.hasPrefix("image/") == true)
            }
        }
    }
}
