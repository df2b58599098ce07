import AlbumenTestSupport
import Foundation
import Testing

/// `albumen export` with `--preset` and `--live`, and the tracks of `albumen info`.
@Suite(.blocking) struct VideoExportTests {
    private static let identifier = "5C7A35F7-6A5C-4A9B-8C3E-0E6F8B0F2C11"

    /// A library with a photo and a video of two seconds with sound.
    private func makeLibrary(duration: Int = 2) throws -> CommandHarness {
        let harness = try CommandHarness()
        try harness.writePhotos(1, in: "in")
        _ = try #require(
            try FFmpeg.movie(
                "in/clip.MOV", in: harness.folder,
                [
                    "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=\(duration)", "-f", "lavfi", "-i",
                    "sine=d=\(duration)", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a",
                    "aac",
                ]))
        let outcome = try harness.run("import", harness.folder.file("in").path)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return harness
    }

    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `a preset converts videos once, and copies photos`() throws {
        let harness = try makeLibrary()
        let outcome = try harness.run("export", "--all", "--to", "out", "--preset", "lowQuality")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(try harness.folder.names(in: "out") == ["clip.mp4", "photo-0.jpg"])
        let file = harness.folder.file("out/clip.mp4")
        let text = String(
            decoding: try FFmpeg.description(of: file, ["-show_entries", "stream=codec_name,width,height"]),
            as: UTF8.self)
        for part in ["\"h264\"", "\"aac\"", "\"width\": 426", "\"height\": 240"] { #expect(text.contains(part)) }
        let bytes = try Data(contentsOf: file)
        let again = try harness.run("export", "--all", "--to", "out", "--preset", "lowQuality")
        #expect(again.output.hasSuffix("; 2 already exported.\n"), "\(again.output)")
        // A copy has lost the mark, so the video is converted again and compared.
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
        let compared = try harness.run("export", "--all", "--to", "out", "--preset", "lowQuality")
        #expect(compared.output.hasSuffix("; 2 already exported.\n"), "\(compared.output)")
        let other = try harness.run("export", "--all", "--to", "out", "--preset", "mediumQuality")
        #expect(other.output.contains("Exported 1 file of 2 items"), "\(other.output)")
        #expect(try harness.folder.names(in: "out") == ["clip (2).mp4", "clip.mp4", "photo-0.jpg"])
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `a stopped conversion leaves no file, and the next run goes on`() throws {
        let harness = try makeLibrary(duration: 60)
        let run = try harness.start("export", "--all", "--to", "out", "--preset", "highestQuality")
        let folder = harness.folder.file("out").path
        try waitUntil {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.contains { $0.hasPrefix(".albumen-export-") } && names.count > 1
        }
        run.kill(SIGINT)
        let outcome = try run.wait()
        #expect(outcome.exitStatus != 0)
        #expect(outcome.error.contains("Run the same command again to continue."), "\(outcome.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["photo-0.jpg"])
    }

    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `a video that can't be converted is reported, and others are exported`() throws {
        let harness = try makeLibrary()
        try harness.folder.write(
            Data(contentsOf: harness.folder.file("in/clip.MOV")).prefix(60_000), to: "bad/broken.mov")
        _ = try harness.run("import", harness.folder.file("bad").path)
        let items = try harness.run("list", "--json").outputLines.count
        let outcome = try harness.run("export", "--all", "--to", "out", "--preset", "lowQuality")
        #expect(outcome.exitStatus == (items == 3 ? 3 : 0), "\(outcome.error)")
        #expect(try harness.folder.names(in: "out") == ["clip.mp4", "photo-0.jpg"])
        if items == 3 { #expect(outcome.error.contains("failed: broken.mov")) }
    }

    @Test(arguments: [
        ("pair", ["IMG_1.JPG", "IMG_1.MOV"]), ("still", ["IMG_1.JPG"]), ("motion", ["IMG_1.MOV"]),
    ])
    func `a Live Photo is exported as a pair, as a photo or as a video`(_ form: String, _ names: [String]) throws {
        let harness = try CommandHarness()
        try harness.folder.write(
            SampleMedia.livePhotoPicture(contentIdentifier: Self.identifier), to: "in/IMG_1.JPG")
        var movie = SampleMedia.Movie()
        movie.tags = [("com.apple.quicktime.content.identifier", Self.identifier)]
        try harness.folder.write(SampleMedia.movie(movie), to: "in/IMG_1.MOV")
        try #require(harness.run("import", harness.folder.file("in").path).exitStatus == 0)
        try #require(harness.run("list", "--json").outputLines.count == 1)
        let outcome = try harness.run("export", "--all", "--to", "out", "--live", form)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(try harness.folder.names(in: "out") == names)
    }

    @Test(arguments: [
        (["--preset", "720p"], "There is no preset “720p”. Choose one of: lowQuality"),
        (["--preset", "passthrough", "--original"], "--original exports every file unchanged. Leave out --preset."),
        (["--live", "still", "--original"], "--original exports every file unchanged. Leave out --live."),
    ])
    func `options that make no sense are refused`(_ options: [String], _ message: String) throws {
        let outcome = try CommandHarness().run(["export", "--all", "--to", "out"] + options)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }

    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `info lists the tracks of a video`() throws {
        let harness = try makeLibrary()
        let videos = try harness.run("list", "--filter", "mediaType == 2", "--json").objects()
        let identifier = try #require(videos.first?["localIdentifier"]?.text)
        let text = try harness.run("info", identifier).output
        #expect(text.contains("  track 1: video, h264, 640 x 360 pixels, 25.0 frames a second, "), "\(text)")
        #expect(text.contains("  track 2: audio, aac, 44100 Hz, mono, "))
        let metadata = try harness.run("info", identifier, "--json").objects().first?["metadata"]?.object
        let tracks = metadata?["tracks"]?.list?.compactMap(\.object)
        #expect(tracks?.map { $0["kind"] } == ["video", "audio"])
        #expect(tracks?.first?["width"] == 640)
        #expect(tracks?.first?["frameRate"] == 25)
    }
}
