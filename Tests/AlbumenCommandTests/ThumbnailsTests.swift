import AlbumenTestSupport
import Foundation
import Testing

@Suite(.blocking) struct ThumbnailsTests {
    /// A library with pictures imported without thumbnails. The first one is larger than a preview. The others serve as
    /// their own previews.
    private func makeLibrary(_ count: Int = 3) throws -> CommandHarness {
        let harness = try CommandHarness()
        for index in 0..<count {
            try harness.folder.write(
                SampleMedia.photograph(width: index == 0 ? 1600 : 600, height: 400, comment: "\(index)"),
                to: "photos/photo-\(index).jpg")
        }
        let outcome = try harness.run("import", "--no-thumbnails", "photos")
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return harness
    }

    private func counts(_ harness: CommandHarness, _ arguments: String...) throws -> [String: JSONValue] {
        let objects = try harness.run(["thumbnails", "--json"] + arguments).objects()
        return try #require(objects.last)
    }

    @Test func `missing derivatives are reported with the command that makes them`() throws {
        let outcome = try makeLibrary().run("thumbnails")
        #expect(outcome.exitStatus == 0)
        #expect(
            outcome.outputLines == [
                "3 pictures: 3 without a thumbnail, 3 without a preview.",
                "Stored: 0 thumbnails (0 bytes), 0 previews (0 bytes of at most 17.18 GB).",
                "The missing ones are created when first shown. To create them now: albumen thumbnails --make",
            ])
    }

    @Test func `missing derivatives are made once`() throws {
        let harness = try makeLibrary()
        let outcome = try harness.run("thumbnails", "--make")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.outputLines.first == "Created thumbnails and previews of 3 pictures.")
        #expect(outcome.outputLines.dropFirst().first == "3 pictures: nothing is missing.")
        let again = try harness.run("thumbnails", "--make")
        #expect(again.outputLines.first == "Created thumbnails and previews of 0 pictures.")
    }

    @Test func `JSON has all counts`() throws {
        let harness = try makeLibrary()
        let before = try counts(harness)
        #expect(
            Set(before.keys) == [
                "faults", "missingPreviews", "missingThumbnails", "pictures", "previewBytes", "previewLimit",
                "previews",
                "thumbnailBytes", "thumbnails",
            ])
        #expect(before["missingThumbnails"] == 3)
        let after = try counts(harness, "--make")
        #expect(Set(after.keys) == Set(before.keys).union(["failed", "made"]))
        #expect(after["made"] == 3)
        #expect(after["failed"] == 0)
        #expect(after["missingThumbnails"] == 0)
        #expect(after["missingPreviews"] == 0)
        #expect(after["thumbnails"] == 3)
        #expect(after["previews"] == 1)
    }

    @Test func `an import makes derivatives`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(SampleMedia.photograph(width: 600, height: 400), to: "photos/photo.jpg")
        _ = try harness.run("import", "photos")
        let counts = try counts(harness)
        #expect(counts["thumbnails"] == 1)
        #expect(counts["missingPreviews"] == 0)
    }

    @Test func `the option --rebuild makes all again`() throws {
        let harness = try makeLibrary()
        _ = try harness.run("thumbnails", "--make")
        #expect(try counts(harness, "--rebuild")["made"] == 3)
    }

    @Test func `deleting all derivatives loses nothing`() throws {
        let harness = try makeLibrary()
        _ = try harness.run("thumbnails", "--make")
        for name in try FileManager.default.contentsOfDirectory(atPath: harness.library.path)
        where name.hasPrefix("derivatives.sqlite") || name == "previews" {
            try FileManager.default.removeItem(at: harness.library.appending(path: name))
        }
        #expect(try harness.run("verify").exitStatus == 0)
        #expect(try harness.run("list", "--json").outputLines.count == 3)
        #expect(try counts(harness, "--make")["made"] == 3)
        #expect(try harness.run("verify").output == "Checked 3 files: all are undamaged.\n")
    }

    @Test func `a picture that fails is named, and the others are made`() throws {
        let harness = try makeLibrary()
        let blob = try #require(try harness.blobs().first)
        try FileManager.default.removeItem(at: blob)
        let outcome = try harness.run("thumbnails", "--make")
        #expect(outcome.exitStatus == 3)
        let told = outcome.errorLines.filter {
            $0.wholeMatch(of: /failed: photo-\d.jpg \([-0-9A-F]{36}\/L0\/001\): .*Import the file again.*/) != nil
        }
        #expect(told.count == 1)
        #expect(outcome.outputLines.first == "Created thumbnails and previews of 2 pictures.")
        #expect(outcome.errorLines.last?.contains("1 picture failed for the reasons above") == true)
        let objects = try harness.run("thumbnails", "--make", "--json").objects()
        #expect(objects.first?["event"] == "failed")
        let keys = try #require(objects.first).keys
        #expect(Set(keys) == ["event", "localIdentifier", "originalFilename", "reason"])
        #expect(objects.last?["failed"] == 1)
    }

    @Test func `the option --retry tries a faulty file again`() throws {
        let harness = try CommandHarness()
        try harness.folder.write(Data("a crash".utf8), to: "photos/render-abort")
        var environment = harness.environment
        environment["ALBUMEN_MEDIA_WORKER"] =
            CommandHarness.executable.deletingLastPathComponent().appending(path: "HostileWorker").path
        func run(_ arguments: String...) throws -> ProgramRun.Outcome {
            try ProgramRun.run(
                CommandHarness.executable, arguments, environment: environment, workingDirectory: harness.folder.url)
        }
        #expect(try run("import", "photos").exitStatus == 0)
        let retry = "To retry: albumen thumbnails --retry"
        #expect(try run("thumbnails").outputLines.last == "The media worker failed on 1 file. " + retry)
        let making = try run("thumbnails", "--make")
        #expect(making.exitStatus == 3)
        #expect(making.errorLines.first?.contains("crashed on this file, twice") == true)
        #expect(making.errorLines.first?.hasSuffix(retry) == true)
        let retrying = try run("thumbnails", "--retry")
        #expect(retrying.exitStatus == 3)
        #expect(retrying.errorLines.first?.contains("crashed on this file, twice") == true)
        #expect(retrying.errorLines.first?.hasSuffix(retry) == false)
        let document = try #require(try run("thumbnails", "--json").objects().last)
        #expect(document["faults"] == 1)
    }

    @Test func `an interrupted run continues where it stopped`() throws {
        let harness = try makeLibrary(60)
        let run = try harness.start("thumbnails", "--make")
        let database = harness.library.appending(path: "derivatives.sqlite").path
        try waitUntil { FileManager.default.fileExists(atPath: database) }
        run.kill(SIGINT, wholeGroup: true)
        let outcome = try run.wait()
        if outcome.exitStatus != 0 {
            #expect(outcome.exitStatus == 1)
            #expect(outcome.error.contains("To continue: albumen thumbnails --make"))
        }
        #expect(try harness.run("thumbnails", "--make").exitStatus == 0)
        #expect(try counts(harness)["missingThumbnails"] == 0)
    }

    @Test func `without a library there is an error`() throws {
        let outcome = try CommandHarness().run("thumbnails")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("There is no library"))
    }
}
