import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Pixels
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Downloads of photos as they're shown.
@Suite struct ShownRouteTests {
    private static func tiff(_ name: String, bytes: Data? = nil) -> TemporaryLibrary.Sample {
        var sample = TemporaryLibrary.Sample.image(name) { probe in
            probe.uniformTypeIdentifier = "public.tiff"
            (probe.pixelWidth, probe.pixelHeight) = (30, 20)
        }
        sample.bytes = bytes ?? SampleTIFF.checkerboard(width: 30, height: 20)
        return sample
    }

    private struct Prepared: Decodable {
        let address: String
        let filename: String
        let files: Int
        let bytes: Int?
    }

    private func prepare(_ assets: [String], _ form: String, _ gallery: GalleryFixture) async throws -> Prepared {
        let list = assets.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = try await gallery.change(
            .post, "/api/downloads", "{\"assets\": [\(list)], \"form\": \"\(form)\"}")
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.decoded()
    }

    private struct Document: Decodable {
        struct Shown: Decodable {
            let address: String
            let contentType: String
        }

        let shown: [Shown]
    }

    @Test func `a TIFF is offered and downloaded as JPEG`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(Self.tiff("scan.tif"))
            let document = try await gallery.respond("/api/assets/\(asset)").decoded(as: Document.self)
            let shown = try #require(document.shown.first)
            #expect(document.shown.count == 1)
            #expect(shown.contentType == "image/jpeg")
            let answer = try await gallery.respond(shown.address)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "image/jpeg")
            #expect(answer.headers[.contentLength] == String(answer.body.count))
            #expect(answer.headers[.contentDisposition]?.contains("\"scan.jpg\"") == true)
            let picture = try JPEGCodec.decode(answer.body)
            #expect(picture.width == 30)
            #expect(picture.height == 20)
            let prepared = try await prepare([asset], "jpeg", gallery)
            #expect(prepared.address == shown.address)
            #expect(prepared.filename == "scan.jpg")
            #expect(prepared.bytes == nil)
        }
    }

    @Test func `a JPEG has no other form, and is downloaded with its bytes, whole and in part`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let document = try await gallery.respond("/api/assets/\(asset)").decoded(as: Document.self)
            #expect(document.shown.isEmpty)
            let prepared = try await prepare([asset], "jpeg", gallery)
            let answer = try await gallery.respond(prepared.address)
            #expect(prepared.bytes == answer.body.count)
            let path = gallery.library.owner.originalURL(try gallery.source(asset).digest)
            let original = try Data(contentsOf: path)
            #expect(answer.body == original)
            let part = try await gallery.respond(prepared.address, headers: [.range: "bytes=2-5"])
            #expect(part.status == 206)
            #expect(part.body == original.subdata(in: 2..<6))
        }
    }

    @Test func `an archive has a JPEG of each photo, and the file of one that can't be converted`() async throws {
        try await GalleryFixture.serve { gallery in
            var broken = Self.tiff("scan.tif", bytes: Data("no picture".utf8))
            broken.folder = "/other"
            let samples = [Self.tiff("scan.tif"), broken, try .photograph("scan.jpg")]
            let assets = try samples.map { try gallery.add($0) }
            let prepared = try await prepare(assets, "jpeg", gallery)
            #expect(prepared.files == 3)
            #expect(prepared.bytes == nil)
            let answer = try await gallery.respond(prepared.address)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentLength] == nil)
            let folder = try TemporaryFolder()
            let archive = try folder.write(answer.body, to: "a.zip")
            let test = try ProgramRun.run(URL(filePath: "/usr/bin/unzip"), ["-q", archive.path, "-d", folder.url.path])
            #expect(test.exitStatus == 0, "\(test.output)\(test.error)")
            #expect(try folder.names() == ["a.zip", "scan (2).tif", "scan (3).jpg", "scan.jpg"])
            #expect(try Data(contentsOf: folder.file("scan (2).tif")) == broken.bytes)
            #expect(try Data(contentsOf: folder.file("scan (3).jpg")) == samples[2].bytes)
            #expect(try JPEGCodec.decode(Data(contentsOf: folder.file("scan.jpg"))).width == 30)
        }
    }

    @Test func `an archive of JPEGs as they are has a size`() async throws {
        try await GalleryFixture.serve { gallery in
            let prepared = try await prepare(gallery.addDays(2), "shown", gallery)
            let answer = try await gallery.respond(prepared.address)
            #expect(answer.headers[.contentLength] == String(answer.body.count))
            #expect(prepared.bytes == answer.body.count)
        }
    }

    @Test func `an unknown form is refused with the names of the others`() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(Self.tiff("scan.tif"))
            let answer = try await gallery.respond("/api/assets/\(asset)/shown?form=png")
            #expect(answer.status == 400)
            let body = "{\"assets\": [\"\(asset)\"], \"form\": \"png\"}"
            let prepared = try await gallery.change(.post, "/api/downloads", body)
            #expect(prepared.status == 400)
            #expect(prepared.refusal?.message.contains("originals, shown, jpeg") == true, "\(prepared.text)")
        }
    }
}
