import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// §4.10: `fileLengthLimit`.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct LimitTests {
    private func noise(_ folder: TemporaryFolder) throws -> URL {
        try SampleClip.make(
            "noise.mov", in: folder,
            [
                "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=3,noise=alls=40:allf=t",
            ] + SampleClip.tone(seconds: 3) + SampleClip.h264 + ["-crf", "10", "-g", "15", "-c:a", "aac"])
    }

    @Test(arguments: ["640x480", "hevcHighestQuality"])
    func `an encoder keeps the size limit and the duration`(_ preset: String) throws {
        let folder = try TemporaryFolder()
        let source = try noise(folder)
        var export = try Exported.preset(preset)
        let limit: Int64 = 150_000
        let unlimited = try Exported(export, of: source, in: folder)
        #expect(unlimited.video.byteCount > limit)
        export.fileLengthLimitInBytes = limit
        let result = try Exported(export, of: source, in: folder)
        #expect(result.video.byteCount <= limit)
        #expect(result.video.byteCount > limit / 3)
        #expect(abs(try result.facts.picture.seconds - 3) < 0.5)
        #expect(!unlimited.video.isCutToLengthLimit)
    }

    @Test(arguments: ["passthrough", "proRes422"])
    func `a copy and ProRes end early`(_ preset: String) throws {
        let folder = try TemporaryFolder()
        var export = try Exported.preset(preset)
        export.fileLengthLimitInBytes = 1_000_000
        let result = try Exported(export, of: noise(folder), in: folder)
        #expect(result.video.isCutToLengthLimit)
        #expect(result.video.byteCount <= 1_000_000)
        let seconds = try result.facts.picture.seconds
        #expect(seconds > 0.05 && seconds < 2.9, "\(seconds)")
        #expect(try MovieFacts.lumas(of: result.file).count > 1)
    }

    @Test func `a limit that no movie fits in is an error`() throws {
        let folder = try TemporaryFolder()
        for preset in ["640x480", "passthrough"] {
            var export = try Exported.preset(preset)
            export.fileLengthLimitInBytes = 100
            let source = try SampleClip.common(in: folder, seconds: 0.2)
            let error = try #require(throws: MediaError.self) { try Exported(export, of: source, in: folder) }
            #expect(error.code == .limitExceeded, "\(error)")
        }
    }
}
