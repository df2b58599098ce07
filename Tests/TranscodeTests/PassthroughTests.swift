import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// §4.10: a copy re-encodes nothing.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct PassthroughTests {
    @Test(arguments: ["libx264", "libx265", "prores_ks", "mjpeg"])
    func `a copy has the packets of its source`(_ codec: String) throws {
        let folder = try TemporaryFolder()
        let options = codec == "libx265" ? ["-tag:v", "hvc1", "-x265-params", "log-level=none"] : []
        let source = try SampleClip.make(
            "clip.mov", in: folder,
            SampleClip.pattern() + SampleClip.tone() + ["-c:v", codec, "-c:a", "aac"] + options)
        let result = try Exported(try Exported.preset("passthrough"), of: source, in: folder)
        #expect(try MovieFacts.packets(of: result.file) == MovieFacts.packets(of: source))
        #expect(try MovieFacts.frameTimes(of: result.file) == MovieFacts.frameTimes(of: source))
        #expect(try result.facts.picture.codecTagString == MovieFacts(source).picture.codecTagString)
    }

    @Test func `a copy of a transport stream becomes a movie`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common("clip.mts", in: folder, ["-f", "mpegts"])
        var export = try Exported.preset("passthrough")
        export.container = .mp4
        let result = try Exported(export, of: source, in: folder)
        let facts = try result.facts
        #expect(try facts.picture.codecName == "h264")
        #expect(facts.sound?.codecName == "aac")
        #expect(try MovieFacts.frameTimes(of: result.file).count == 30)
    }

    @Test func `all tracks of sound are copied`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "two.mov", in: folder,
            SampleClip.pattern() + SampleClip.tone(440) + SampleClip.tone(880) + SampleClip.h264
                + ["-map", "0", "-map", "1", "-map", "2", "-c:a", "aac", "-metadata:s:a:1", "language=deu"])
        let facts = try Exported(try Exported.preset("passthrough"), of: source, in: folder).facts
        #expect(facts.tracks.count == 3)
    }

    @Test func `a copy of a range starts at a keyframe and hides the frames before the start`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 3)
        var export = try Exported.preset("passthrough")
        export.timeRange = MediaTimeRange(
            start: MediaTime(value: 12, timescale: 10), duration: MediaTime(value: 1, timescale: 1))
        let result = try Exported(export, of: source, in: folder)
        let packets = try #require(try MovieFacts.packets(of: source)["0"])
        let copied = try #require(try MovieFacts.packets(of: result.file)["0"])
        // Keyframes are at each half second, and the range starts 6 frames behind one.
        #expect(copied.first == packets[30])
        #expect(abs(try result.facts.picture.seconds - 1) < 0.15)
        let times = try MovieFacts.frameTimes(of: result.file)
        #expect(try #require(times.first) >= 0)
        #expect(try #require(times.first) < 0.02)
    }

    @Test func `a container that can't hold the codec is an error that names the way out`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "clip.mov", in: folder, SampleClip.pattern(seconds: 0.2) + ["-c:v", "prores_ks"])
        var export = try Exported.preset("passthrough")
        export.container = .mp4
        let error = try #require(throws: MediaError.self) { try Exported(export, of: source, in: folder) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("clip.mov"))
        #expect(error.message.contains("choose another kind"))
        #expect(!MovieContainer.mp4.holds(videoCodec: "prores", audioCodec: nil))
        #expect(MovieContainer.mov.holds(videoCodec: "prores", audioCodec: "pcm_s16le"))
    }

    @Test func `a copy can't be slower`() throws {
        let folder = try TemporaryFolder()
        var export = try Exported.preset("passthrough")
        let all = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1))
        export.segments = [.init(source: all, targetDuration: MediaTime(value: 2, timescale: 1))]
        let source = try SampleClip.common(in: folder, seconds: 0.3)
        let error = try #require(throws: MediaError.self) { try Exported(export, of: source, in: folder) }
        #expect(error.code == .unsupported)
    }
}
