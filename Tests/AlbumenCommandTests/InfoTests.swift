import AlbumenTestSupport
import Foundation
import Testing

@Suite(.blocking) struct InfoTests {
    @Test(
        arguments: [
            "00000001-0000-4000-8000-000000000000/L0/001", "00000001-0000-4000-8000-000000000000", "00000001",
            "00000001-0000-4",
        ])
    func `an asset is found by its identifier or its start`(_ identifier: String) throws {
        let outcome = try ListTests.makeShelf().run("info", identifier)
        #expect(outcome.exitStatus == 0)
        #expect(outcome.outputLines.first == "IMG_1.HEIC")
        let taken = "2001-01-01 08:01:40.046 +08:00 (2001-01-01T00:01:40.046Z, from exifOriginal)"
        #expect(outcome.outputLines.contains("  taken        \(taken)"))
        #expect(outcome.output.contains("place        31.25, -121.5\n"))
        #expect(outcome.output.contains("pairedVideo: IMG_1.MOV"))
        // The row's file was never stored.
        #expect(outcome.output.contains("    not in the library's folder\n") && !outcome.output.contains("stored at"))
    }

    @Test func `the names of a place come with it, and none on the open sea`() throws {
        let shelf = try ListTests.makeShelf()
        let sea = try shelf.run("info", "00000001")
        #expect(!sea.output.contains("  where "))
        #expect(try shelf.run("set", "00000001", "--location", "48.8584,2.2945").exitStatus == 0)
        let paris = try shelf.run("info", "00000001")
        let line = try #require(paris.outputLines.first { $0.hasPrefix("  where        ") }, "\(paris.output)")
        #expect(line.contains("Paris") && line.hasSuffix("France"))
        let object = try #require(try shelf.run("info", "00000001", "--json").objects().first)
        #expect(object["metadata"]?.object?["placeNames"] != nil)
        #expect(try shelf.run("set", "00000001", "--location", "none").exitStatus == 0)
        #expect(try !shelf.run("info", "00000001").output.contains("Paris"))
    }

    @Test func `hidden and deleted assets are shown, too`() throws {
        let shelf = try ListTests.makeShelf()
        #expect(try shelf.run("info", "00000004").output.contains("kind         image, hidden"))
        #expect(try shelf.run("info", "00000005").output.contains("deleted      2001-01-01T00:08:20Z"))
    }

    @Test func `JSON has the keys of the list and the metadata`() throws {
        let object = try #require(try ListTests.makeShelf().run("info", "00000002", "--json").objects().first)
        #expect(Set(object.keys) == ListTests.keys.union(["metadata"]))
        #expect(object["metadata"]?.object?["damageReason"] == "cut short")
        #expect(object["metadata"]?.object?["keywords"] == [])
    }

    @Test func `identifiers come from the standard input, and one that names nothing stops none`() throws {
        let shelf = try ListTests.makeShelf()
        let lines = "00000001\n99999999\n00000002\n"
        let outcome = try shelf.run(["info", "-"], input: lines)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.last == "albumen: 1 identifier of 3 named no single photo or video.")
        #expect(outcome.outputLines.filter { !$0.hasPrefix(" ") } == ["IMG_1.HEIC", "clip\\u{1b}[2J.mp4"])
        #expect(outcome.output.contains("\n\nclip"))
        let objects = try shelf.run(["info", "--json", "-"], input: lines).objects()
        #expect(objects.map { $0["mediaType"] } == ["image", "video"])
    }

    @Test func `the exposure of an imported photo is shown`() throws {
        let harness = try CommandHarness()
        var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04")
        exif.tags = [.exposureTime((13, 10)), .fNumber((178, 100)), .isoSpeedRatings(64), .focalLength((676, 100))]
        try harness.folder.write(SampleMedia.jpeg(exif: exif), to: "photos/a.jpg")
        try #require(try harness.run("import", "photos").exitStatus == 0)
        let listed = try #require(try harness.run("list", "--json").objects().first)
        let identifier = try #require(listed["localIdentifier"]?.text)
        let text = try harness.run("info", identifier).output
        #expect(text.contains("  exposure     f/1.8, 1.3 s, ISO 64, 6.8 mm\n"))
        #expect(text.contains("    stored at \(harness.folder.path)") && text.contains("/originals/"))
        let found = try #require(try harness.run("info", identifier, "--json").objects().first?["metadata"]?.object)
        #expect(found["exposureTime"] == .number(1.3))
        #expect(found["aperture"] == .number(1.78))
        #expect(found["iso"] == 64)
        #expect(found["focalLength"] == .number(6.76))
        #expect(found.keys.contains("focalLengthIn35mmFilm") == false)
    }

    @Test(
        arguments: [
            ("00000009-0000-4000-8000-000000000000", "There is no photo or video"),
            ("99999999", "There is no photo or video"),
            ("0000", "isn't an identifier"), ("IMG_0001.JPG", "isn't an identifier"),
        ])
    func `a missing asset is reported with the way to list assets`(_ identifier: String, _ complaint: String) throws {
        let outcome = try ListTests.makeShelf().run("info", identifier)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.contains(complaint))
        #expect(outcome.error.contains("albumen list"))
    }

    @Test func `an ambiguous start is refused with both identifiers`() throws {
        let shelf = try CommandHarness()
        try shelf.addTwins()
        let outcome = try shelf.run("info", "AAAAAAAA")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("AAAAAAAA-0000-4000-8000-000000000001 and AAAAAAAA-0000-4000-8000-000000000002"))
        #expect(try shelf.run("info", "aaaaaaaa-0000-4000-8000-000000000002").exitStatus == 0)
    }
}
