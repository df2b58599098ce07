import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// §4.10: the presets of `AVAssetExportSession`.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct PresetTests {
    /// The expected results for a source of 960 by 540 pixels.
    private static let expected: [(preset: String, codec: String, tag: String, size: PixelSize)] = [
        ("lowQuality", "h264", "avc1", PixelSize(width: 426, height: 240)),
        ("mediumQuality", "h264", "avc1", PixelSize(width: 640, height: 360)),
        ("highestQuality", "h264", "avc1", PixelSize(width: 960, height: 540)),
        ("640x480", "h264", "avc1", PixelSize(width: 640, height: 360)),
        ("960x540", "h264", "avc1", PixelSize(width: 960, height: 540)),
        ("1280x720", "h264", "avc1", PixelSize(width: 960, height: 540)),
        ("1920x1080", "h264", "avc1", PixelSize(width: 960, height: 540)),
        ("3840x2160", "h264", "avc1", PixelSize(width: 960, height: 540)),
        ("hevcHighestQuality", "hevc", "hvc1", PixelSize(width: 960, height: 540)),
        ("hevc1920x1080", "hevc", "hvc1", PixelSize(width: 960, height: 540)),
        ("hevc3840x2160", "hevc", "hvc1", PixelSize(width: 960, height: 540)),
        ("proRes422", "prores", "apcn", PixelSize(width: 960, height: 540)),
        ("passthrough", "h264", "avc1", PixelSize(width: 960, height: 540)),
    ]

    @Test func `there are no other presets`() {
        #expect(Set(VideoExport.presets.keys) == Set(Self.expected.map(\.preset)))
    }

    @Test(arguments: expected.map(\.preset))
    func `a preset determines codec and size, and keeps rotation, colours and duration`(_ preset: String) throws {
        let expected = try #require(Self.expected.first { $0.preset == preset })
        let folder = try TemporaryFolder()
        let clip = try SampleClip.common(
            in: folder, size: "960x540", seconds: 0.5,
            ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"])
        let source = try SampleClip.turned(clip, by: 90, in: folder)
        var export = try Exported.preset(preset)
        export.indexComesFirst = true
        let result = try Exported(export, of: source, in: folder)
        let facts = try result.facts
        let picture = try facts.picture
        #expect(picture.codecName == expected.codec)
        #expect(picture.codecTagString == expected.tag)
        #expect(picture.width == expected.size.width && picture.height == expected.size.height)
        #expect(result.video.storedSize == expected.size)
        #expect(abs(picture.rotation) == 90)
        #expect(picture.rotation == (try MovieFacts(source).picture.rotation))
        #expect(picture.colorSpace == "bt709")
        #expect(picture.colorPrimaries == "bt709")
        #expect(picture.colorTransfer == "bt709")
        #expect(abs(picture.seconds - 0.5) < 0.01, "\(picture.seconds)")
        #expect(abs(result.video.duration.seconds - 0.5) < 0.05)
        let sound = try #require(facts.sound)
        #expect(sound.codecName == (preset == "proRes422" ? "pcm_s16le" : "aac"))
        #expect(abs(sound.seconds - 0.5) < 0.05, "\(sound.seconds)")
        let boxes = try result.boxes
        #expect(try #require(boxes.firstIndex(of: "moov")) < #require(boxes.firstIndex(of: "mdat")), "\(boxes)")
        #expect(result.video.byteCount == Int64(try Data(contentsOf: result.file).count))
        #expect(result.video.damage == nil)
        #expect(try MovieFacts.frameTimes(of: result.file).count == 15)
    }

    @Test(arguments: ["1280x720", "passthrough"])
    func `progress rises, and ends with 1`(_ preset: String) throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "640x360", seconds: 3)
        let progress = try Exported(try Exported.preset(preset), of: source, in: folder).progress
        #expect(progress.last == 1)
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 < $1 })
        #expect(progress.allSatisfy { (0...1).contains($0) })
    }

    @Test func `the index follows the samples unless it's wanted first`() throws {
        let folder = try TemporaryFolder()
        let boxes = try Exported(
            try Exported.preset("passthrough"), of: SampleClip.common(in: folder), in: folder
        ).boxes
        #expect(try #require(boxes.firstIndex(of: "moov")) > #require(boxes.firstIndex(of: "mdat")))
    }

    @Test func `a portrait video turns the preset's size`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, size: "540x960", seconds: 0.3)
        let picture = try Exported(try Exported.preset("640x480"), of: source, in: folder).facts.picture
        #expect(picture.width == 360 && picture.height == 640)
    }

    @Test func `odd sides become even, and pixels keep their shape`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.make(
            "odd.mkv", in: folder,
            SampleClip.pattern("161x91", seconds: 0.3) + ["-c:v", "ffv1", "-pix_fmt", "yuv444p", "-aspect", "32:9"])
        let aspect = try MovieFacts(source).picture.sampleAspectRatio
        let picture = try Exported(try Exported.preset("highestQuality"), of: source, in: folder).facts.picture
        #expect(picture.width == 160 && picture.height == 90)
        #expect(picture.sampleAspectRatio == aspect)
        #expect(picture.sampleAspectRatio != "1:1")
    }

    @Test(arguments: MovieContainer.allCases)
    func `each container has its brand`(_ container: MovieContainer) throws {
        let folder = try TemporaryFolder()
        var export = try Exported.preset("640x480")
        export.container = container
        let result = try Exported(export, of: SampleClip.common(in: folder, seconds: 0.2), in: folder)
        let brand = String(decoding: try Data(contentsOf: result.file)[8..<12], as: UTF8.self)
        #expect(brand == ["mov": "qt  ", "mp4": "isom", "m4v": "M4V "][container.rawValue])
    }
}
