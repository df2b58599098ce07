import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Exports that join several movies, and the volume of their sound.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct JoinTests {
    private func segment(_ file: Int, _ start: Double, _ length: Double, _ target: Double? = nil) -> VideoExport.Segment
    {
        VideoExport.Segment(
            file: file,
            source: MediaTimeRange(
                start: MediaTime(seconds: start, timescale: 600), duration: MediaTime(seconds: length, timescale: 600)),
            targetDuration: MediaTime(seconds: target ?? length, timescale: 600))
    }

    @Test func `movies of one kind are joined in the order of the segments`() throws {
        let folder = try TemporaryFolder()
        let sources = try [8, 20].map { step in
            try SampleClip.make(
                "ramp-\(step).mov", in: folder,
                SampleClip.ramp(rate: 10, seconds: 1, step: step) + SampleClip.tone() + SampleClip.h264
                    + ["-qp", "0", "-c:a", "aac"])
        }
        var export = try Exported.preset("highestQuality")
        export.segments = [segment(1, 0.2, 0.3), segment(0, 0, 0.4), segment(1, 0, 0.2, 0.4)]
        let log = FrameLog()
        let result = try Exported(
            export, of: sources, in: folder,
            frames: FrameEditing { frame in
                log.append(frame)
                return .unchanged
            })
        let plain = try Exported(export, of: sources, in: folder)
        let expected = [56, 76, 96, 16, 24, 32, 40, 16, 36]
        for file in [result.file, plain.file] {
            let lumas = try MovieFacts.lumas(of: file)
            #expect(lumas.count == 9 && zip(lumas, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(lumas)")
        }
        let times = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9]
        #expect(zip(log.times, times).allSatisfy { abs($0 - $1) < 0.001 }, "\(log.times)")
        #expect(zip(try MovieFacts.frameTimes(of: plain.file), times).allSatisfy { abs($0 - $1) < 0.002 })
        #expect(abs(try #require(try plain.facts.sound).seconds - 1.1) < 0.05)
    }

    @Test func `other sizes are fitted, other rates converted, and missing sound is silence`() throws {
        let folder = try TemporaryFolder()
        let wide = try SampleClip.make(
            "wide.mov", in: folder,
            ["-f", "lavfi", "-i", "color=c=white:size=128x64:rate=10:duration=0.5"]
                + SampleClip.tone(seconds: 0.5, rate: 44_100) + SampleClip.h264 + ["-c:a", "aac"])
        let silent = try SampleClip.make(
            "tall.mp4", in: folder,
            ["-f", "lavfi", "-i", "color=c=white:size=60x120:rate=25:duration=0.48"] + SampleClip.h264)
        let loud = try SampleClip.make(
            "loud.mov", in: folder,
            ["-f", "lavfi", "-i", "color=c=white:size=128x64:rate=10:duration=0.5"]
                + SampleClip.tone(seconds: 0.5, rate: 22_050) + SampleClip.h264 + ["-c:a", "pcm_s16le"])
        var export = try Exported.preset("highestQuality")
        export.segments = [segment(1, 0, 0.48), segment(0, 0, 0.5), segment(2, 0, 0.5)]
        let result = try Exported(export, of: [wide, silent, loud], in: folder)
        let facts = try result.facts
        #expect(try facts.picture.width == 128 && facts.picture.height == 64)
        let times = try MovieFacts.frameTimes(of: result.file)
        let first: [Double] = (0..<12).map { Double($0) / 25 }
        let further: [Double] = (0..<10).map { 0.48 + Double($0) / 10 }
        let expected = first + further
        #expect(times.count == 22 && zip(times, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(times)")
        #expect(abs(result.video.duration.seconds - 1.48) < 0.03)
        // The last frame lasts until the end, although its rate isn't that of the first.
        #expect(abs(try facts.picture.seconds - 1.48) < 0.01)
        #expect(facts.sound?.sampleRate == "44100")
        #expect(abs(try #require(facts.sound).seconds - 1.48) < 0.1)
        #expect(try result.peak(from: 0.05, to: 0.4) < 0.01)
        #expect(try result.peak(from: 0.6, to: 0.9) > 0.05)
        #expect(try result.peak(from: 1.1, to: 1.4) > 0.05)
        // The tall picture stands in the middle.
        #expect(try result.pixel(64, 32)[0] > 240)
        #expect(try result.pixel(8, 32)[0] < 12 && result.pixel(120, 32)[0] < 12)
    }

    @Test func `the volume changes the sound, and 0 removes it`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.5)
        var export = try Exported.preset("640x480")
        let whole = try Exported(export, of: source, in: folder).peak(from: 0.1, to: 0.4)
        for volume in [0.5, 2] {
            export.audioVolume = volume
            let peak = try Exported(export, of: source, in: folder).peak(from: 0.1, to: 0.4)
            #expect(abs(peak / whole - volume) < 0.1 * volume, "\(volume): \(peak) of \(whole)")
        }
        export.audioVolume = 0
        #expect(try Exported(export, of: source, in: folder).facts.sound == nil)
        var copy = try Exported.preset("passthrough")
        copy.audioVolume = 0
        #expect(try Exported(copy, of: source, in: folder).facts.tracks.map(\.codecType) == ["video"])
        copy.audioVolume = 0.5
        #expect(throws: MediaError.self) { try Exported(copy, of: source, in: folder) }
    }

    @Test func `added items are in the movie's metadata`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.3)
        for preset in ["640x480", "passthrough"] {
            var export = try Exported.preset(preset)
            export.container = .mov
            export.addedMetadata = [.init(key: "com.apple.quicktime.content.identifier", value: "A-B-C")]
            let tags = try Exported(export, of: source, in: folder).facts.tags
            #expect(tags["com.apple.quicktime.content.identifier"] == "A-B-C", "\(tags)")
        }
    }

    @Test func `segments of missing movies and too many movies are refused`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 0.3)
        var export = try Exported.preset("640x480")
        export.segments = [segment(1, 0, 0.2)]
        #expect(throws: MediaError.self) { try Exported(export, of: [source], in: folder) }
        export.segments = []
        #expect(throws: MediaError.self) { try Exported(export, of: [source, source], in: folder) }
        let many = Array(repeating: source, count: VideoExport.sourceLimit + 1)
        export.segments = many.indices.map { segment($0, 0, 0.1) }
        let error = #expect(throws: MediaError.self) { try Exported(export, of: many, in: folder) }
        #expect(error?.code == .limitExceeded)
    }
}
