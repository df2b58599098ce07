import AlbumenTestSupport
import Foundation
import Testing

/// Each benchmark runs once with little work, so that it can be repeated when its figures are doubted.
@Suite(.blocking) struct BenchmarkTests {
    private static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        .enabled(if: ProcessInfo.processInfo.processorCount > 1, "Some comparisons use a core each for two programs."),
        arguments: ["import", "metadata", "memory", "thumbnails", "pictures", "small"])
    func `a comparison with other programs runs`(name: String) throws {
        let photographs = folder.url.appending(path: "jpeg")
        try FileManager.default.createDirectory(at: photographs, withIntermediateDirectories: true)
        for number in 1...2 {
            let exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:0\(number)")
            try SampleMedia.jpeg(width: 640, height: 480, comment: "\(number)", exif: exif)
                .write(to: photographs.appending(path: "IMG_\(number).JPG"))
        }
        let outcome = try run("AlbumenBenchmarks", [folder.url.path, name, "--rehearsal"])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.contains("ratio"), "\(outcome.output)")
    }

    @Test(arguments: [["3000"], ["search", "1000"], ["grants", "5000"]])
    func `a comparison with SQLite runs`(arguments: [String]) throws {
        let outcome = try run("LibraryBenchmarks", arguments)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.contains("ratio"), "\(outcome.output)")
    }

    @Test func `the opening of a library is measured`() throws {
        let outcome = try run("LibraryBenchmarks", ["opening", folder.url.appending(path: "library").path, "300"])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.contains("opening"), "\(outcome.output)")
    }

    private func run(_ program: String, _ arguments: [String]) throws -> ProgramRun.Outcome {
        try ProgramRun.run(
            Self.programs.appending(path: program), arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.url.path, "TMPDIR": folder.url.path])
    }
}
