import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// §4.10: time ranges, and the segments of slow motion.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct TimeTests {
    @Test func `a range has exactly its frames`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "ramp.mov", in: folder, SampleClip.ramp(rate: 30, seconds: 2, step: 3) + SampleClip.h264 + ["-qp", "0"])
        var export = try Exported.preset("highestQuality")
        // Frames 20 to 34.
        export.timeRange = MediaTimeRange(
            start: MediaTime(value: 20, timescale: 30), duration: MediaTime(value: 15, timescale: 30))
        let result = try Exported(export, of: source, in: folder)
        let lumas = try MovieFacts.lumas(of: result.file)
        #expect(lumas.count == 15)
        #expect(lumas.enumerated().allSatisfy { abs($1 - (16 + 3 * (20 + $0))) <= 2 }, "\(lumas)")
        #expect(abs(try result.facts.picture.seconds - 0.5) < 0.001)
        #expect(try MovieFacts.frameTimes(of: result.file).first == 0)
    }

    @Test func `the frame that plays at the start of a range is its first`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "ramp.mov", in: folder, SampleClip.ramp(rate: 10, seconds: 2, step: 8) + SampleClip.h264 + ["-qp", "0"])
        var export = try Exported.preset("highestQuality")
        export.timeRange = MediaTimeRange(
            start: MediaTime(value: 55, timescale: 100), duration: MediaTime(value: 50, timescale: 100))
        let result = try Exported(export, of: source, in: folder)
        let lumas = try MovieFacts.lumas(of: result.file)
        #expect(abs(try #require(lumas.first) - (16 + 8 * 5)) <= 2, "\(lumas)")
        let times = try MovieFacts.frameTimes(of: result.file)
        #expect(times.count == 6)
        let expected: [Double] = [0, 0.05, 0.15, 0.25, 0.35, 0.45]
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(times)")
        #expect(abs(result.video.duration.seconds - 0.5) < 0.001)
    }

    @Test(arguments: ["highestQuality", "hevcHighestQuality", "proRes422"])
    func `segments stretch the picture and the sound`(_ preset: String) throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "slow.mov", in: folder,
            SampleClip.ramp(rate: 60, seconds: 1, step: 3) + SampleClip.tone(880) + SampleClip.h264
                + ["-qp", "0", "-c:a", "pcm_s16le"])
        var export = try Exported.preset(preset)
        export.segments = [
            segment(0, 0.25, 0.25), segment(0.25, 0.5, 2), segment(0.75, 0.25, 0.25),
        ]
        let result = try Exported(export, of: source, in: folder)
        let facts = try result.facts
        #expect(abs(try facts.picture.seconds - 2.5) < 0.01)
        #expect(abs(try #require(facts.sound).seconds - 2.5) < 0.03)
        let times = try MovieFacts.frameTimes(of: result.file)
        #expect(times.count == 60)
        let expected = (0..<60).map { frame in
            let time = Double(frame) / 60
            return time < 0.25 ? time : time < 0.75 ? 0.25 + (time - 0.25) * 4 : 2.25 + time - 0.75
        }
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 0.002 }, "\(times)")
        let pitches = try [(0.05, 0.15), (0.5, 1.5), (2.3, 0.15)].map { start, length in
            try pitch(of: result.file, from: start, length: length)
        }
        #expect(zip(pitches, [880, 220, 880]).allSatisfy { abs($0 - $1) < $1 * 0.06 }, "\(pitches)")
    }

    @Test func `segments of any order and speed, and a range of them`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "ramp.mov", in: folder,
            SampleClip.ramp(rate: 10, seconds: 2, step: 8) + SampleClip.tone(seconds: 2) + SampleClip.h264
                + ["-qp", "0", "-c:a", "aac"])
        var export = try Exported.preset("highestQuality")
        export.segments = [segment(1, 0.5, 0.5), segment(0, 1, 0.5)]
        let lumas = try MovieFacts.lumas(of: Exported(export, of: source, in: folder).file)
        let frames = lumas.map { Int((Double($0 - 16) / 8).rounded()) }
        #expect(frames == [10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        export.timeRange = MediaTimeRange(
            start: MediaTime(value: 3, timescale: 10), duration: MediaTime(value: 4, timescale: 10))
        let cut = try Exported(export, of: source, in: folder)
        let part = try MovieFacts.lumas(of: cut.file).map { Int((Double($0 - 16) / 8).rounded()) }
        #expect(part == [13, 14, 0, 1, 2, 3])
        #expect(abs(try cut.facts.picture.seconds - 0.4) < 0.01)
        #expect(abs(try #require(try cut.facts.sound).seconds - 0.4) < 0.05)
    }

    @Test func `a frame rate limit skips frames`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "fast.mp4", in: folder, SampleClip.pattern(rate: 120, seconds: 0.5) + SampleClip.h264)
        var export = try Exported.preset("640x480")
        export.video = .h264(VideoLimits(maximumFrameRate: 30))
        #expect(try MovieFacts.frameTimes(of: Exported(export, of: source, in: folder).file).count == 15)
    }

    @Test(arguments: [(5.0, 1.0), (0, 0), (-1, 1)])
    func `an empty range is an error`(_ start: Double, _ length: Double) throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.3)
        for preset in ["640x480", "passthrough"] {
            var export = try Exported.preset(preset)
            export.timeRange = MediaTimeRange(start: MediaTime(seconds: start), duration: MediaTime(seconds: length))
            let error = try #require(throws: MediaError.self) { try Exported(export, of: source, in: folder) }
            #expect([.unsupported, .unreadable].contains(error.code), "\(preset): \(error)")
        }
    }

    private func segment(_ start: Double, _ length: Double, _ target: Double) -> VideoExport.Segment {
        .init(
            source: MediaTimeRange(
                start: MediaTime(seconds: start, timescale: 600), duration: MediaTime(seconds: length, timescale: 600)),
            targetDuration: MediaTime(seconds: target, timescale: 600))
    }

    /// The frequency of a tone, counted by its zero crossings.
    private func pitch(of file: URL, from start: Double, length: Double) throws -> Double {
        let bytes = try FFmpeg.output(
            of: file,
            ["-vn", "-ss", "\(start)", "-t", "\(length)", "-ac", "1", "-ar", "48000", "-f", "s16le"])
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) / length
    }
}
