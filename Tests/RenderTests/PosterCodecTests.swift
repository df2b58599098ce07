import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// Movies of real codecs, made by the program ffmpeg. One without the encoder tests the others.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct PosterCodecTests {
    /// How FFmpeg encodes: a name for the test, the file's ending, the options.
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var ending: String
        var options: [String]

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(name: "h264", ending: "mp4", options: ["-c:v", "libx264", "-g", "10", "-bf", "2", "-pix_fmt", "yuv420p"]),
        Kind(
            name: "h264 open groups", ending: "mov", options: ["-c:v", "libx264", "-g", "10", "-x264opts", "open_gop"]),
        Kind(
            name: "hevc 10 bit", ending: "mov",
            options: ["-c:v", "libx265", "-g", "10", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=none"]),
        Kind(name: "vp9", ending: "webm", options: ["-c:v", "libvpx-vp9", "-g", "10", "-deadline", "realtime"]),
        Kind(
            name: "av1", ending: "mp4",
            options: ["-c:v", "libaom-av1", "-g", "10", "-cpu-used", "8", "-usage", "realtime"]),
        Kind(name: "prores", ending: "mov", options: ["-c:v", "prores_ks"]),
        Kind(name: "mpeg4 in avi", ending: "avi", options: ["-c:v", "mpeg4", "-q:v", "2", "-g", "10"]),
        Kind(name: "mpeg2 program stream", ending: "mpg", options: ["-c:v", "mpeg2video", "-q:v", "2", "-g", "10"]),
        Kind(
            name: "h264 transport stream", ending: "ts",
            options: ["-c:v", "libx264", "-g", "10", "-pix_fmt", "yuv420p"]),
        Kind(name: "wmv", ending: "wmv", options: ["-c:v", "wmv2", "-q:v", "2", "-g", "10"]),
        Kind(name: "flv", ending: "flv", options: ["-c:v", "flv", "-q:v", "2", "-g", "10"]),
        Kind(name: "matroska", ending: "mkv", options: ["-c:v", "libx264", "-g", "10", "-pix_fmt", "yuv420p"]),
    ]

    private static let colours = "smptebars=size=320x240:rate=20:duration=4"

    @Test(arguments: kinds)
    func `the poster's colours match the source`(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let source = ["-f", "lavfi", "-i", Self.colours]
        guard let file = try FFmpeg.movie("movie.\(kind.ending)", in: folder, source + kind.options) else { return }
        let rendering = try #require(try Poster.rendering(at: file, [.full, .longSide(80)]))
        #expect(rendering.damage == nil)
        #expect(try rendering.pictures.first?.size == Poster.probedSize(at: file))
        #expect(rendering.pictures.last?.size == PixelSize(width: 80, height: 60))
        // The bars' colours by their definition: 75 % of yellow, cyan, green, magenta, red and blue.
        let bars = [[180, 180, 16], [16, 180, 180], [16, 180, 16], [180, 16, 180], [180, 16, 16], [16, 16, 180]]
        for (index, bar) in bars.enumerated() {
            let found = rendering.pictures[0].pixel(320 * (2 * index + 3) / 14, 60)
            #expect(isNear(found, bar.map { ($0 - 16) * 255 / 219 }, within: 14), "bar \(index): \(found)")
        }
    }

    @Test func `HDR keeps the lightness of white and grey`() throws {
        let folder = try TemporaryFolder()
        // Grey of 203 candela, the white of paper, and of 26, an eighth of its light.
        for (transfer, sample, expected) in [
            ("smpte2084", 0.5807, 242), ("smpte2084", 0.38, 100), ("arib-std-b67", 0.75, 242),
        ] {
            let level = Int((sample * 876 + 64).rounded())
            let source = "color=size=320x240:rate=10:duration=1,format=yuv420p10le,geq=lum=\(level):cb=512:cr=512"
            let file = try FFmpeg.movie(
                "hdr.mkv", in: folder,
                [
                    "-f", "lavfi", "-i", source, "-c:v", "ffv1", "-color_trc", transfer, "-color_primaries", "bt2020",
                    "-colorspace", "bt2020nc", "-color_range", "tv",
                ])
            let pixel = try Poster.picture(at: #require(file)).pixel(100, 100)
            #expect(isNear(pixel, [expected, expected, expected, 255], within: 6), "\(transfer) \(sample): \(pixel)")
        }
    }

    @Test func `wide colours are converted to sRGB`() throws {
        let folder = try TemporaryFolder()
        // Display P3's numbers for sRGB's (200, 60, 40) are (186, 71, 50).
        let file = try FFmpeg.movie(
            "p3.mkv", in: folder,
            [
                "-f", "lavfi", "-i", "color=0xBA4732:size=64x48:rate=10:duration=1,format=gbrp", "-c:v", "ffv1",
                "-color_primaries", "smpte432",
            ])
        let pixel = try Poster.picture(at: #require(file)).pixel(30, 20)
        #expect(isNear(pixel, [200, 60, 40, 255], within: 3), "\(pixel)")
    }

    @Test func `the stream's luma range is used`() throws {
        let folder = try TemporaryFolder()
        for (range, expected) in [("tv", 130), ("pc", 128)] {
            let source = "color=size=64x48:rate=10:duration=1,format=yuv444p,geq=lum=128:cb=128:cr=128"
            let options = ["-c:v", "ffv1", "-color_range", range]
            let file = try FFmpeg.movie("range.mkv", in: folder, ["-f", "lavfi", "-i", source] + options)
            let pixel = try Poster.picture(at: #require(file)).pixel(30, 20)
            #expect(isNear(pixel, [expected, expected, expected, 255], within: 1), "\(range): \(pixel)")
        }
    }

    @Test func `transparent areas are black`() throws {
        let folder = try TemporaryFolder()
        let source = "color=red@0.5:size=64x48:rate=10:duration=1,format=rgba"
        let file = try FFmpeg.movie("alpha.mov", in: folder, ["-f", "lavfi", "-i", source, "-c:v", "png"])
        let poster = try Poster.picture(at: #require(file))
        #expect(!poster.hasAlpha)
        #expect(isNear(poster.pixel(30, 20), [127, 0, 0, 255]))
    }
}
