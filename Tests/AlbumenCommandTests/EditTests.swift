import AlbumenTestSupport
import Foundation
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `albumen edit` and `albumen revert`.
@Suite(.blocking) struct EditTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
    }

    /// Imports a photo of 80 by 60 pixels and returns its identifier.
    private func importPhoto(_ bytes: Data? = nil, _ name: String = "photo.jpg") throws -> String {
        let bytes = try bytes ?? SampleMedia.photograph(width: 80, height: 60)
        try harness.folder.write(bytes, to: "photos/\(name)")
        try AlbumsTests.succeed(harness, "import", harness.folder.file("photos/\(name)").path)
        let objects = try harness.run("list", "--json").objects()
        let object = try #require(objects.first { $0["originalFilename"]?.text == name })
        return try #require(object["localIdentifier"]?.text)
    }

    private func info(_ identifier: String) throws -> [String: JSONValue] {
        try #require(try harness.run("info", identifier, "--json").objects().first)
    }

    /// The bytes of a resource, or `nil` if there is none.
    private func bytes(_ type: String, _ identifier: String) throws -> Data? {
        let resources = try info(identifier)["resources"]?.list?.compactMap(\.object) ?? []
        guard let hash = resources.first(where: { $0["type"]?.text == type })?["sha256"]?.text else { return nil }
        let file = try #require(try harness.blobs().first { $0.lastPathComponent == hash })
        return try Data(contentsOf: file)
    }

    private func size(_ identifier: String) throws -> [JSONValue?] {
        let object = try info(identifier)
        return [object["pixelWidth"], object["pixelHeight"]]
    }

    private func recipe(_ identifier: String) throws -> String {
        let bytes = try #require(try bytes("adjustmentData", identifier))
        let document = try #require(AdjustmentDocument(parsing: bytes))
        return String(decoding: document.adjustment.data, as: UTF8.self)
    }

    @Test func `a second edit changes single adjustments of the first, and revert shows the original's bytes`() throws {
        let photo = try SampleMedia.photograph(width: 80, height: 60)
        let identifier = try importPhoto(photo)
        let outcome = try harness.run("edit", identifier, "--crop", "10,20,40,30", "--contrast", "20")
        #expect((outcome.exitStatus, outcome.output) == (0, "Edited 1 photo.\n"), "\(outcome.error)")
        #expect(try size(identifier) == [40, 30])
        #expect(try bytes("photo", identifier) == photo)
        let first = try #require(try bytes("fullSizePhoto", identifier))

        try AlbumsTests.succeed(harness, "edit", identifier, "--crop", "none", "--rotate", "90")
        #expect(try size(identifier) == [60, 80])
        #expect(try recipe(identifier) == #"{"contrast":20,"rotation":90}"#)
        try AlbumsTests.succeed(harness, "edit", identifier, "--rotate", "0", "--crop", "10,20,40,30")
        #expect(try bytes("fullSizePhoto", identifier) == first, "The same recipe gives the same bytes.")

        let again = try harness.run("edit", identifier, "--contrast", "20")
        #expect((again.exitStatus, again.output) == (0, "Edited 0 photos.\n"))
        let reverted = try harness.run("revert", identifier)
        #expect((reverted.exitStatus, reverted.output) == (0, "Reverted 1 item.\n"), "\(reverted.error)")
        #expect(try size(identifier) == [80, 60])
        #expect(try bytes("photo", identifier) == photo && bytes("fullSizePhoto", identifier) == nil)
        #expect(try harness.run("revert", identifier).output == "Reverted 0 items.\n")
    }

    @Test func `an edit without adjustments is none`() throws {
        let identifier = try importPhoto()
        try AlbumsTests.succeed(harness, "edit", identifier, "--exposure", "1")
        #expect(try info(identifier)["metadata"]?.object?["adjustment"] != nil)
        try AlbumsTests.succeed(harness, "edit", identifier, "--exposure", "0")
        #expect(try info(identifier)["metadata"]?.object?["adjustment"] == nil)
    }

    @Test func `the crop counts in the upright photo from its upper left`() throws {
        let bitmap = SampleBitmap.gradient(width: 60, height: 80)
        // Stored on its side: orientation 6 turns it upright.
        let stored = try JPEGCodec.encode(bitmap.upright(from: 8), quality: 100, hasFullChroma: true)
        var exif = SampleMedia.Exif()
        exif.orientation = 6
        let block = Array("Exif\0\0".utf8) + ExifBlock.bytes(exif)
        let segment = [0xFF, 0xE1] + SampleMedia.bigEndian16(block.count + 2) + block
        let identifier = try importPhoto(stored.prefix(2) + segment + stored.dropFirst(2))
        try AlbumsTests.succeed(harness, "edit", identifier, "--crop", "10,20,40,30")
        let rendering = try JPEGCodec.decode(try #require(try bytes("fullSizePhoto", identifier)))
        let expected = bitmap.cropped(to: PixelRectangle(x: 10, y: 20, width: 40, height: 30))
        #expect(rendering.size == expected.size)
        // The rendering is in Display P3, whose numbers differ from sRGB's.
        let (one, other) = (rendering.colour(x: 39, y: 29), expected.colour(x: 39, y: 29))
        #expect(abs(Int(one.red) - Int(other.red)) < 40 && abs(Int(one.green) - Int(other.green)) < 40)
    }

    @Test func `info names the edit of any app`() throws {
        let identifier = try importPhoto()
        try AlbumsTests.succeed(harness, "edit", identifier, "--filter", "noir")
        let adjustment = try info(identifier)["metadata"]?.object?["adjustment"]?.object
        #expect(adjustment?["formatIdentifier"] == "org.albumen.adjustments")
        #expect(adjustment?["formatVersion"] == "1" && adjustment?["date"]?.text != nil)
        let lines = try harness.run("info", identifier).outputLines
        let line = try #require(lines.first { $0.hasPrefix("  edited") })
        #expect(line.contains("in the format org.albumen.adjustments 1"))
    }

    @Test func `an edit on top of another app's edit keeps that as its base`() throws {
        let identifier = try importPhoto()
        let rendering = try JPEGCodec.encode(SampleBitmap.plain(width: 30, height: 20, red: 255), quality: 90)
        let file = harness.folder.file("other.jpg")
        try rendering.write(to: file)
        let library = try Library(at: harness.library)
        let edit = AssetEdit(
            adjustment: AdjustmentData(formatIdentifier: "com.example.other", formatVersion: "7", data: Data("x".utf8)),
            renderings: [EditRendering(type: .fullSizePhoto, file: file)])
        let uuid = String(identifier.prefix(36))
        try library.view(for: .owner(through: "test")).commit([.edit(edit, assetUUID: uuid)])
        try library.close()
        #expect(try info(identifier)["metadata"]?.object?["adjustment"]?.object?["formatVersion"] == "7")

        try AlbumsTests.succeed(harness, "edit", identifier, "--crop", "1:1")
        #expect(try size(identifier) == [20, 20])
        #expect(try bytes("adjustmentBasePhoto", identifier) == rendering)
        try AlbumsTests.succeed(harness, "edit", identifier, "--crop", "none")
        #expect(try size(identifier) == [30, 20])
        try AlbumsTests.succeed(harness, "revert", identifier)
        #expect(try size(identifier) == [80, 60])
    }

    @Test func `a file that can't be edited is reported, and the others are edited`() throws {
        let photo = try importPhoto()
        let animation = try importPhoto(SampleMedia.gif(), "clip.gif")
        let outcome = try harness.run("edit", animation, photo, "--vignette", "50")
        #expect((outcome.exitStatus, outcome.output) == (3, "Edited 1 photo.\n"))
        #expect(outcome.error.contains("clip.gif is animated"))
        let document = try #require(try harness.run("edit", animation, "--tint", "5", "--json").objects().first)
        #expect(document["event"] == "failed" && document["originalFilename"] == "clip.gif")
        let muted = try harness.run("edit", photo, "--mute")
        #expect(muted.exitStatus == 3 && muted.error.contains("Only videos and Live Photos can be trimmed and muted"))
        let outside = try harness.run("edit", photo, "--crop", "50,0,50,50")
        #expect(outside.exitStatus == 3 && outside.error.contains("80 by 60 pixels"))
    }

    @Test func `a video is trimmed and muted, and a later edit changes only one of both`() throws {
        let identifier = try importPhoto(SampleMedia.h264Movie(frames: 30), "clip.mov")
        let outcome = try harness.run("edit", identifier, "--trim", "-0:02", "--mute")
        #expect((outcome.exitStatus, outcome.output) == (0, "Edited 1 video.\n"), "\(outcome.error)")
        #expect(try recipe(identifier) == #"{"muted":true,"trim":{"end":2,"start":0}}"#)
        #expect(try bytes("fullSizeVideo", identifier) != nil)
        try AlbumsTests.succeed(harness, "edit", identifier, "--no-mute", "--trim", "1-2.5")
        #expect(try recipe(identifier) == #"{"trim":{"end":2.5,"start":1}}"#)
        let late = try harness.run("edit", identifier, "--trim", "4-")
        #expect(late.exitStatus == 3 && late.error.contains("clip.mov ends at 3 s"), "\(late.error)")
        try AlbumsTests.succeed(harness, "edit", identifier, "--trim", "none")
        #expect(try info(identifier)["metadata"]?.object?["adjustment"] == nil)
    }

    @Test(arguments: [
        (["--trim", "5"], "isn't part of a video"), (["--trim", "3-2"], "ends before it starts"),
        (["--trim", "1:75-2:00"], "isn't part of a video"), (["--key-photo", "x"], "isn't a time"),
        (["--rotate", "45"], "--rotate is 45"), (["--straighten", "90"], "-45 to 45"),
        (["--filter", "lomo"], "There is no filter “lomo”"), (["--exposure", "nan"], "exposure"),
        (["--crop", "1,2,3"], "isn't part of a photo"), ([], "Specify an edit"), (["--flip", "up"], "--flip is “up”"),
        (["--contrast", "101"], "-100 to 100"),
    ])
    func `wrong values are refused before the library is opened`(_ options: [String], _ text: String) throws {
        let outcome = try harness.run(["edit", "00000001"] + options)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains(text), "\(outcome.error)")
    }

    /// `§8.2`: metadata are kept.
    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        .enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)),
        arguments: ["orientation-jpeg/Landscape_6.jpg", "metadata/exiftool.jpg", "formats/test.heic"])
    func `an edited photo has the metadata of its original`(path: String) throws {
        let original = RealMedia.folder.appending(path: path)
        let identifier = try importPhoto(Data(contentsOf: original), original.lastPathComponent)
        try AlbumsTests.succeed(harness, "edit", identifier, "--crop", "50%,50%,20%,20%", "--straighten", "2")
        let rendering = harness.folder.file("rendering.jpg")
        try #require(try bytes("fullSizePhoto", identifier)).write(to: rendering)
        let (before, after) = (try ExifTool.carriedTags(of: original), try ExifTool.carriedTags(of: rendering))
        #expect(!before.isEmpty)
        for (key, value) in before where after[key] != value {
            Issue.record("\(path): \(key) was \(value) and is \(after[key] ?? "missing")")
        }
        let own = String(
            decoding: try ExifTool.run("-s3", "-n", "-IFD0:Orientation", "-ThumbnailImage", rendering.path),
            as: UTF8.self)
        #expect(Set(own.split(separator: "\n")).isSubset(of: ["1"]), "\(own)")
        let profile = try ExifTool.run("-s3", "-ICC_Profile:ProfileDescription", rendering.path)
        #expect(String(decoding: profile, as: UTF8.self) == "Display P3\n")
    }
}
