import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A process that edits the frames of a video is killed in the middle of its session (§6).
@Suite(.blocking, .enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
struct KilledFrameSessionTests {
    private static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "BlockWriter")
    }

    @Test func `the earlier version stays whole, and the export's process ends`() throws {
        let movies = try TemporaryFolder()
        let movie = try #require(
            try FFmpeg.movie(
                "a.mov", in: movies,
                [
                    "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=2", "-c:v", "libx264", "-pix_fmt",
                    "yuv420p",
                ]))
        let fixture = try EditFixture([(.video, try Data(contentsOf: movie), "IMG_1.MOV")])
        _ = try fixture.library.owner.adjust(assetUUID: fixture.uuid) { recipe, _ in recipe.isMuted = true }
        let (change, types) = (try fixture.latestChange(), try fixture.types())
        let earlier = try fixture.data(.fullSizeVideo)
        // It writes a line after some frames, and then waits.
        let others = try TemporaryFolder()
        let writer = try ProgramRun(
            Self.executable, [fixture.temporary.folder.path, "filter"], environment: ["TMPDIR": others.path])
        #expect(writer.waitForOutput { $0.contains("rendering\n") })
        let processes = WorkerProcesses.using(fixture.temporary.folder.path, startedBy: writer.processIdentifier)
        #expect(processes.count == 1)
        writer.kill(SIGKILL)
        let ending = try writer.wait()
        #expect(ending.ending == .signalled(SIGKILL), "\(ending.error)")
        // The rendering is among the library's files, which the next opening sweeps.
        let staging = fixture.temporary.folder.appending(path: "staging")
        #expect(try others.names().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).count == 2)
        try Library(at: fixture.temporary.folder).close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).isEmpty)
        try waitUntil { !processes.contains(where: WorkerProcesses.isRunning) }
        #expect(try fixture.latestChange() == change && fixture.types() == types)
        #expect(try fixture.data(.fullSizeVideo) == earlier)
        try fixture.expectClean()
        // The next edit works.
        _ = try fixture.library.owner.adjust(assetUUID: fixture.uuid) { recipe, _ in recipe.filter = .mono }
        #expect(try fixture.data(.fullSizeVideo) != earlier)
    }
}
