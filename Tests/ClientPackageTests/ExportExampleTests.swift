import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The program of `Examples/Export`, run on a library of two photos and a video.
@Suite(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
struct ExportExampleTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
        try folder.makeFolder("in")
        for (index, width) in [1200, 1600].enumerated() {
            let exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:3\(index):00", offsetTimeOriginal: "+00:00")
            try folder.write(SampleMedia.jpeg(width: width, height: 900, exif: exif), to: "in/\(index).jpg")
        }
        _ = try FFmpeg.movie(
            "in/clip.mov", in: folder,
            [
                "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=6", "-f", "lavfi", "-i", "sine=d=6", "-c:v",
                "libx264",
                "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac",
            ])
        let summary = try Ingest(into: temporary.library, report: { _ in })
            .run([folder.file("in").path(percentEncoded: false)])
        try #require(summary.imported == 3)
    }

    @Test("§4.10.4: photos and a video are exported at full size and for the network, with progress")
    func export() async throws {
        let lines = try await runExample([])
        #expect(lines.contains { $0.hasSuffix(": 3 thumbnails, 00:06") })
        #expect(lines.contains("photos: 1200 × 900, 1600 × 900"))
        #expect(lines.last == "video-1.mp4: completed, progress 1.0")
        let file = folder.file("video-1.mp4")
        let description = try FFmpeg.description(of: file, ["-show_entries", "stream=codec_name,width,height"])
        let text = String(decoding: description, as: UTF8.self)
        for part in ["\"h264\"", "\"aac\"", "\"width\": 1280", "\"height\": 720"] { #expect(text.contains(part)) }
        let bytes = try Data(contentsOf: file)
        let index = try #require(bytes.firstRange(of: Data("moov".utf8)))
        let samples = try #require(bytes.firstRange(of: Data("mdat".utf8)))
        #expect(index.lowerBound < samples.lowerBound)
    }

    @Test("§4.7: a cancelled export leaves no file")
    func cancelled() async throws {
        let lines = try await runExample(["cancel"])
        #expect(lines.last == "video-1.mp4: cancelled")
        #expect(try folder.names(in: ".").filter { $0 != "in" }.isEmpty)
    }

    @Test("§4.10.4: a killed export leaves no file with the final name, and no process")
    func killed() async throws {
        let program = try await ClientPackageTests.builtPackage().start(
            "Export", [folder.path], environment: environment)
        let files = folder.path
        let workers = try await withCheckedThrowingContinuation { continuation in
            // A busy pool of tasks could notice the export too late.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        var workers: [pid_t] = []
                        try waitUntil {
                            workers = WorkerProcesses.using(files, startedBy: program.processIdentifier)
                            return !workers.isEmpty
                        }
                        program.kill(SIGKILL)
                        _ = try program.wait()
                        return workers
                    })
            }
        }
        #expect(workers.count == 1)
        try await waitUntil { !workers.contains(where: WorkerProcesses.isRunning) }
        #expect(try folder.names(in: ".").filter { $0 != "in" }.allSatisfy { $0.hasPrefix(".") })
    }

    private var environment: [String: String] {
        ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_LIBRARY": temporary.folder.path]
    }

    private func runExample(_ arguments: [String]) async throws -> [String] {
        let outcome = try await ClientPackageTests.builtPackage().run(
            "Export", [folder.url.path(percentEncoded: false)] + arguments, environment: environment)
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return outcome.outputLines
    }
}
