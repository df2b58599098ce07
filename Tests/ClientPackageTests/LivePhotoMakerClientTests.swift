import AlbumenTestSupport
import Foundation
import Testing

extension ClientPackageTests {
    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `a maker of Live Photos makes one of a clip and saves it`() async throws {
        let folder = try TemporaryFolder()
        let library = try TemporaryFolder()
        let clip = try #require(
            try FFmpeg.movie(
                "clip.mov", in: folder,
                [
                    "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=2", "-f", "lavfi", "-i",
                    "sine=frequency=440:sample_rate=48000:duration=2", "-c:v", "libx264", "-preset", "ultrafast",
                    "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest",
                ]))
        let outcome = try await Self.builtPackage().run(
            "LivePhotoMakerClient", [clip.path, folder.path],
            environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": library.path])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.outputLines == ["saved: true, assets: 1, live: true"])
        #expect(try folder.names().sorted() == ["clip.mov", "live.jpg", "live.mov"])
    }
}
