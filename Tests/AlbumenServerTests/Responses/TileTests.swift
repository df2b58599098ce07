import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Pixels
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The tiles of large pictures as responses.
@Suite struct TileTests {
    @Test func `a picture's sizes and tiles come from one decode`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 6000, height: 1100))
            let content = try gallery.source(uuid).contentTag
            let address = "/api/assets/\(uuid)/tiles?content=\(content)"
            let tiles = try await gallery.respond(address).decoded(as: TilesAnswer.self)
            #expect(tiles.side == 1024)
            #expect(tiles.levels.map(\.width) == [6000, 3000])
            #expect(tiles.levels.map(\.height) == [1100, 550])
            // Without the original, no other decode is possible.
            try gallery.loseBytes(of: uuid)
            for (level, column, row, size) in [
                (0, 0, 0, PixelSize(width: 1024, height: 1024)), (0, 5, 1, PixelSize(width: 880, height: 76)),
                (1, 2, 0, PixelSize(width: 952, height: 550)),
            ] {
                let answer = try await gallery.respond("\(tiles.address)&level=\(level)&column=\(column)&row=\(row)")
                #expect(answer.status == 200)
                #expect(answer.headers[.contentType] == "image/jpeg")
                #expect(answer.headers[.cacheControl] == "private, max-age=3600, immutable")
                #expect(try JPEGCodec.decode(answer.body).size == size)
            }
        }
    }

    @Test func `many requests for tiles at the same time are all answered`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 3000, height: 2000))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<6 {
                    group.addTask {
                        try await gallery.respond("/api/assets/\(uuid)/tile?column=\(index % 3)&row=\(index / 3)")
                            .status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 6))
        }
    }

    @Test func `a tile in the browser's cache is not sent again`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 1500, height: 1000))
            let first = try await gallery.respond("/api/assets/\(uuid)/tile?column=0")
            let second = try await gallery.respond("/api/assets/\(uuid)/tile?column=1")
            let tag = try #require(first.headers[.eTag])
            #expect(tag != second.headers[.eTag])
            #expect(first.headers[.cacheControl] == "private, no-cache", "The address has no tag of the content.")
            let again = try await gallery.respond(
                "/api/assets/\(uuid)/tile?column=0", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
        }
    }

    @Test(arguments: ["level=1", "column=2", "row=1", "level=99999&column=99999&row=99999"])
    func `there is no tile outside of the picture`(query: String) async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.photograph("a.jpg", width: 1500, height: 1000))
            let answer = try await gallery.respond("/api/assets/\(uuid)/tile?\(query)")
            #expect(answer.status == 404)
            #expect(answer.refusal?.code == "notFound")
        }
    }

    @Test(arguments: [
        "tile?level=-1", "tile?column=x", "tile?row=", "tile?row=99999999999999999999", "tile?level=100001",
        "tiles?version=newest", "tile?version=", "preview?version=x",
    ])
    func `an invalid place or version is refused`(path: String) async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
            #expect(answer.status == 400)
            #expect(answer.refusal?.code == "badRequest")
        }
    }

    @Test func `the tiles of an undecodable picture return a reason`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try gallery.add(.undecodable("a.jpg"))
            for path in ["tiles", "tile"] {
                let answer = try await gallery.respond("/api/assets/\(uuid)/\(path)")
                #expect(answer.status == 422)
                #expect(answer.refusal?.code == "noPicture")
            }
        }
    }

    // MARK: Documents

    @Test(arguments: [
        // A browser shows the original itself.
        ("a.jpg", "public.jpeg", 8000, 5000, "originals/photo", false),
        // A browser needs too much memory for it.
        ("a.jpg", "public.jpeg", 8001, 5000, "rendition?long=5760", true),
        ("a.heic", "public.heic", 4032, 3024, "rendition?long=5760", false),
        ("a.heic", "public.heic", 2000, 1500, "rendition?long=2880", false),
        ("a.heic", "public.heic", 8064, 6048, "rendition?long=5760", true),
        ("a.dng", "com.adobe.raw-image", 6000, 4000, "rendition?long=5760", true),
    ])
    func `large pictures have tiles`(
        name: String, type: String, width: Int, height: Int, full: String, hasTiles: Bool
    ) async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(
                .image(name) { ($0.uniformTypeIdentifier, $0.pixelWidth, $0.pixelHeight) = (type, width, height) })
            let pictures = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self).pictures
            #expect(pictures.full?.contains("/\(full)") == true, "\(pictures.full ?? "none")")
            #expect((pictures.tiles != nil) == hasTiles)
            #expect(pictures.rendition.contains("long=2880"))
        }
    }

    @Test func `an animated picture is never tiled`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(
                .image("a.gif") {
                    ($0.frameCount, $0.uniformTypeIdentifier) = (3, "com.compuserve.gif")
                    ($0.pixelWidth, $0.pixelHeight) = (9000, 6000)
                })
            let pictures = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self).pictures
            #expect(pictures.tiles == nil)
            #expect(pictures.animated == pictures.full)
        }
    }

    // MARK: RAW and JPEG

    @Test func `a RAW and its JPEG have addresses for both`() async throws {
        try await GalleryFixture.serve { gallery in
            let raw = try TemporaryLibrary.Sample.photograph("IMG_1.DNG", width: 700, height: 500)
            var sample = raw
            (sample.probe.isRAW, sample.probe.uniformTypeIdentifier) = (true, "com.adobe.raw-image")
            let added = try gallery.temporary.add([.photograph("IMG_1.JPG", width: 640, height: 480), sample])
            let uuid = try #require(added[0].assetUUID)
            let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            let alternate = try #require(asset.alternate)
            #expect(alternate.type == "alternatePhoto")
            #expect(alternate.pixelWidth == 700 && alternate.pixelHeight == 500)
            #expect(alternate.content != asset.content)
            #expect(alternate.pictures.preview.hasSuffix("?content=\(alternate.content)&version=original"))
            for (address, width) in [(asset.pictures.preview, 640), (alternate.pictures.preview, 700)] {
                let answer = try await gallery.respond(address)
                #expect(answer.status == 200)
                #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
                #expect(try JPEGCodec.decode(answer.body).width == width)
            }
        }
    }

    @Test func `other assets have no alternate`() async throws {
        try await GalleryFixture.open { gallery in
            for sample in [try .photograph("a.jpg"), TemporaryLibrary.Sample.movie("b.mov")] {
                let uuid = try gallery.add(sample)
                let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
                #expect(asset.alternate == nil)
            }
        }
    }

    // MARK: Albums

    @Test func `an asset lists the albums that contain it`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.image("a.jpg"))
            let lake = try gallery.addAlbum("Lake", [uuid])
            _ = try gallery.addAlbum("Empty")
            let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            #expect(asset.albums == [AssetAnswer.Album(identifier: lake, title: "Lake")])
        }
    }
}
