import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Sources of all kinds that albumen imports.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct SourceTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String]

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(name: "prores.mov", options: ["-c:v", "prores_ks", "-c:a", "pcm_s16le"]),
        Kind(name: "mpeg2.mpg", options: ["-c:v", "mpeg2video", "-c:a", "mp2", "-r", "30", "-f", "mpeg"]),
        Kind(
            name: "camcorder.mts", options: SampleClip.h264 + ["-c:a", "ac3", "-f", "mpegts", "-mpegts_m2ts_mode", "1"]),
        Kind(name: "divx.avi", options: ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
        Kind(name: "mjpeg.avi", options: ["-c:v", "mjpeg", "-c:a", "pcm_u8", "-ar", "11025", "-ac", "1"]),
        Kind(name: "webm.webm", options: ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"]),
        Kind(
            name: "av1.mp4",
            options: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-c:a", "aac"]),
        Kind(name: "matroska.mkv", options: SampleClip.h264 + ["-c:a", "flac"]),
        Kind(name: "hevc.mov", options: ["-c:v", "libx265", "-x265-params", "log-level=none", "-c:a", "alac"]),
        Kind(name: "surround.mkv", options: SampleClip.h264 + ["-ac", "6", "-c:a", "ac3"]),
        Kind(
            name: "telephone.3gp", options: ["-c:v", "h263", "-s", "176x144", "-c:a", "aac", "-ar", "8000", "-ac", "1"]),
    ]

    @Test(arguments: kinds)
    func `a source becomes H.264 and AAC of the same duration`(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let input = SampleClip.pattern(seconds: 1) + SampleClip.tone(seconds: 1)
        let source = try SampleClip.make(kind.name, in: folder, input + kind.options)
        let result = try Exported(try Exported.preset("640x480"), of: source, in: folder)
        let facts = try result.facts
        let picture = try facts.picture
        #expect(picture.codecName == "h264")
        #expect(abs(picture.seconds - 1) < 0.12, "\(picture.seconds)")
        let sound = try #require(facts.sound)
        #expect(sound.codecName == "aac")
        #expect(abs(sound.seconds - 1) < 0.12, "\(sound.seconds)")
        #expect((1...2).contains(sound.channels ?? 0))
        #expect(result.video.damage == nil)
        #expect(try loudness(of: result.file) > 500)
    }

    @Test func `interlaced frames become progressive`() throws {
        let folder = try TemporaryFolder()
        let fields =
            "nullsrc=size=64x64:rate=25:duration=0.4,format=yuv420p,geq=lum='if(mod(Y,2),200,50)':cb=128:cr=128"
        let source = try SampleClip.make(
            "fields.mpg", in: folder,
            ["-f", "lavfi", "-i", fields, "-c:v", "mpeg2video", "-q:v", "2", "-flags", "+ilme+ildct", "-f", "mpeg"])
        let result = try Exported(try Exported.preset("highestQuality"), of: source, in: folder)
        let rows = try FFmpeg.output(of: result.file, ["-frames:v", "1", "-pix_fmt", "yuv420p", "-f", "rawvideo"])
        let column = (8..<56).map { Int(rows[rows.startIndex + $0 * 64 + 32]) }
        #expect(column.allSatisfy { abs($0 - 125) < 12 }, "\(column)")
    }

    @Test func `a source without sound has none`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make("mute.mp4", in: folder, SampleClip.pattern() + SampleClip.h264)
        for preset in ["640x480", "passthrough"] {
            let result = try Exported(try Exported.preset(preset), of: source, in: folder)
            #expect(try result.facts.sound == nil)
            #expect(result.video.damage == nil)
        }
    }

    @Test func `sound that starts late stays with the picture`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "late.mkv", in: folder,
            SampleClip.pattern(seconds: 2) + ["-itsoffset", "1"] + SampleClip.tone() + SampleClip.h264
                + ["-c:a", "flac"])
        let result = try Exported(try Exported.preset("640x480"), of: source, in: folder)
        #expect(try loudness(of: result.file, ["-t", "0.9"]) < 10)
        #expect(try loudness(of: result.file, ["-ss", "1.1"]) > 500)
    }

    @Test func `a photo or a file of sound alone is refused with the reason`() throws {
        let folder = try TemporaryFolder()
        let photo = try SampleClip.make("photo.png", in: folder, SampleClip.pattern() + ["-frames:v", "1"])
        let sound = try SampleClip.make("sound.mp4", in: folder, SampleClip.tone() + ["-c:a", "aac"])
        for file in [photo, sound, try folder.write(Data("no movie at all".utf8), to: "text.mov")] {
            let error = try #require(throws: MediaError.self) {
                try Exported(try Exported.preset("640x480"), of: file, in: folder)
            }
            #expect([.notMedia, .unreadable].contains(error.code))
            #expect(error.message.contains(file.lastPathComponent))
        }
    }

    /// The mean of the samples' magnitudes.
    private func loudness(of file: URL, _ range: [String] = []) throws -> Int {
        let bytes = try FFmpeg.output(of: file, range + ["-vn", "-ac", "1", "-f", "s16le"])
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        return samples.isEmpty ? 0 : samples.reduce(0) { $0 + Int($1.magnitude) } / samples.count
    }
}
