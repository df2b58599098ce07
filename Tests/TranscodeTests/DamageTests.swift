import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// A truncated clip results in an export or in one clear error.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct DamageTests {
    static let kinds =
        SourceTests.kinds.filter { ["prores.mov", "mpeg2.mpg", "camcorder.mts", "divx.avi"].contains($0.name) } + [
            SourceTests.Kind(name: "last.mov", options: SampleClip.h264 + ["-c:a", "aac"]),
            SourceTests.Kind(name: "first.mp4", options: SampleClip.h264 + ["-c:a", "aac", "-movflags", "faststart"]),
            SourceTests.Kind(
                name: "fragments.mp4",
                options: SampleClip.h264 + ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]),
        ]

    static let honestCodes: Set<MediaError.Code> = [.notMedia, .unreadable, .unsupported, .limitExceeded]

    @Test(arguments: kinds, ["640x480", "passthrough"])
    func `a clip cut short in ten places`(_ kind: SourceTests.Kind, _ preset: String) throws {
        let folder = try TemporaryFolder()
        let input = SampleClip.pattern("160x120", seconds: 1) + SampleClip.tone(seconds: 1)
        let source = try SampleClip.make(kind.name, in: folder, input + kind.options)
        try cut(source, preset, in: folder)
    }

    private func cut(_ source: URL, _ preset: String, in folder: TemporaryFolder) throws {
        let bytes = try Data(contentsOf: source)
        for place in 0..<10 {
            let file = try folder.write(bytes.prefix(bytes.count * place / 10), to: "\(place).\(source.pathExtension)")
            do {
                let result = try Exported(try Exported.preset(preset), of: file, in: folder)
                #expect(try MovieFacts.lumas(of: result.file).count > 0)
            } catch let error as MediaError {
                #expect(Self.honestCodes.contains(error.code), "\(place): \(error)")
                #expect(error.message.contains(file.lastPathComponent))
            }
        }
    }
}
