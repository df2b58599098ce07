import AlbumenTestSupport
import Foundation
import Testing

/// `refresh` in a library that the previous version of albumen made.
@Suite(.blocking, .serialized) struct RefreshTests {
    /// Imports photos with ISO speeds from 100 on, and removes everything that the previous version didn't know.
    private func makeEarlierLibrary(_ count: Int) throws -> CommandHarness {
        let harness = try CommandHarness()
        for index in 0..<count {
            var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04")
            exif.tags = [
                .exposureTime((1, 250)), .fNumber((56, 10)), .isoSpeedRatings(UInt16(100 + index)),
                .focalLength((24, 1)), .focalLengthIn35mmFilm(36),
            ]
            try harness.folder.write(
                SampleMedia.jpeg(comment: "\(index)", exif: exif), to: "photos/photo-\(index).jpg")
        }
        let outcome = try harness.run("import", "--no-thumbnails", "photos")
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        try EarlierLibrary.removeExposure(fromLibraryAt: harness.library)
        return harness
    }

    private func identifier(of name: String, _ harness: CommandHarness) throws -> String {
        let objects = try harness.run("list", "--json").objects()
        return try #require(objects.first { $0["originalFilename"]?.text == name }?["localIdentifier"]?.text)
    }

    private func metadata(of name: String, _ harness: CommandHarness) throws -> [String: JSONValue] {
        let object = try harness.run("info", identifier(of: name, harness), "--json").objects().first
        return try #require(object?["metadata"]?.object)
    }

    private func count(_ filter: String, _ harness: CommandHarness) throws -> Int {
        let outcome = try harness.run("list", "--json", "--filter", filter)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return outcome.outputLines.count
    }

    @Test func `the exposure is read once`() throws {
        let harness = try makeEarlierLibrary(3)
        #expect(try metadata(of: "photo-1.jpg", harness)["iso"] == nil)
        let outcome = try harness.run("refresh")
        #expect((outcome.exitStatus, outcome.output) == (0, "Read the metadata of 3 items.\n"), "\(outcome.error)")
        let found = try metadata(of: "photo-1.jpg", harness)
        #expect(found["exposureTime"] == .number(0.004))
        #expect(found["aperture"] == .number(5.6))
        #expect(found["iso"] == 101)
        #expect(found["focalLength"] == 24)
        #expect(found["focalLengthIn35mmFilm"] == 36)
        let text = try harness.run("info", identifier(of: "photo-1.jpg", harness))
        #expect(
            text.output.contains("  exposure     f/5.6, 1/250 s, ISO 101, 24 mm (36 mm on 35 mm film)\n"))
        #expect(try harness.run("refresh").output == "Everything is up to date.\n")
        #expect(try harness.run("changes").outputLines.count == 1)
    }

    @Test func `doctor says when a refresh would read something`() throws {
        let harness = try makeEarlierLibrary(2)
        #expect(try harness.run("doctor").output.contains("albumen refresh"))
        #expect(try harness.run("refresh").exitStatus == 0)
        #expect(try !harness.run("doctor").output.contains("albumen refresh"))
    }

    @Test func `JSON has the documented keys`() throws {
        let harness = try makeEarlierLibrary(2)
        try FileManager.default.removeItem(at: try #require(try harness.blobs().first))
        let outcome = try harness.run("refresh", "--json")
        #expect(outcome.exitStatus == 3)
        let objects = try outcome.objects()
        #expect(objects.count == 2)
        #expect(objects.last == ["failed": 1, "located": 0, "refreshed": 1, "zoned": 0])
        #expect(Set(objects[0].keys) == ["event", "localIdentifier", "originalFilename", "reason"])
        #expect(objects[0]["event"] == "failed")
        let documentation = try Document(path: "docs/json.md").text
        for key in objects.flatMap(\.keys) { #expect(documentation.contains("`\(key)`")) }
    }

    @Test func `a missing original is reported, and a later run tries it again`() throws {
        let harness = try makeEarlierLibrary(3)
        try FileManager.default.removeItem(at: try #require(try harness.blobs().first))
        let outcome = try harness.run("refresh")
        #expect(outcome.exitStatus == 3)
        #expect(outcome.errorLines.filter { $0.hasPrefix("failed: photo-") }.count == 1)
        #expect(outcome.errorLines.last?.contains("1 file couldn't be read") == true)
        #expect(outcome.output == "Read the metadata of 2 items.\n")
        #expect(try harness.run("import", "photos").exitStatus == 0)
        #expect(try harness.run("refresh").output == "Read the metadata of 1 item.\n")
        #expect(try count("iso != nil", harness) == 3)
    }

    @Test func `a killed refresh leaves a valid library, and the next one completes it and keeps the user's values`()
        throws
    {
        let photoCount = 600
        let harness = try makeEarlierLibrary(photoCount)
        let edited = try identifier(of: "photo-7.jpg", harness)
        let change = try harness.run(
            "set", edited, "--date", "1999-12-31T23:59:59+01:00", "--location", "31.25,121.5", "--caption", "Mine",
            "--keyword", "Lisbon", "--rating", "4")
        try #require(change.exitStatus == 0, "\(change.error)")
        let before = try harness.run("list", "--json").output
        for round in 0..<5 {
            try EarlierLibrary.removeExposure(fromLibraryAt: harness.library)
            let run = try harness.start("refresh", "--json")
            let moment = Double.random(in: 0...0.6)
            DispatchQueue.global().asyncAfter(deadline: .now() + moment) { run.kill(SIGKILL) }
            _ = try run.wait()
            let comment: Comment = "round \(round), killed after \(moment) s"
            #expect(try harness.run("verify").exitStatus == 0, comment)
            #expect(try harness.run("refresh").exitStatus == 0, comment)
            let complete = "exposureTime == \"1/250\" AND aperture == 5.6 AND iso >= 100 AND focalLength == 24"
            #expect(try count(complete, harness) == photoCount, comment)
            #expect(try harness.run("list", "--json").output == before, comment)
            let found = try metadata(of: "photo-7.jpg", harness)
            #expect(found["caption"] == "Mine" && found["rating"] == 4 && found["keywords"] == ["Lisbon"], comment)
            #expect(found["iso"] == 107, comment)
        }
    }

    @Test func `an interrupted refresh continues where it stopped`() throws {
        let harness = try makeEarlierLibrary(600)
        let run = try harness.start("refresh")
        run.kill(SIGINT)
        let outcome = try run.wait()
        // The signal may come before the handler, or after the end.
        if outcome.exitStatus == 1 { #expect(outcome.error.contains("To continue: albumen refresh")) }
        #expect(try harness.run("refresh").exitStatus == 0)
        #expect(try count("iso != nil", harness) == 600)
    }

    @Test func `without a library there is an error`() throws {
        let outcome = try CommandHarness().run("refresh")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("There is no library"))
    }
}
