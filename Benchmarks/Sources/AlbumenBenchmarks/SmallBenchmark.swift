import Albumen
import Foundation

/// Compares an import of small JPEGs that makes their thumbnails with vipsthumbnail, one process on each core.
enum SmallBenchmark {
    private static let count = Rehearsal.isOn ? 4 : 2_000
    private static let width = 800
    private static let goal = 1.0

    static func run(_ media: BenchmarkMedia) throws {
        try media.withWorkFolder { work in
            let small = try SmallPhotographs(from: media.photographs, width: width, work: work)
            let folder = work.appendingPathComponent("small", isDirectory: true)
            try small.make(count, in: folder)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                .map { "\(folder.path)/\($0)" }
            var ours = Repetitions()
            var theirs = Repetitions()
            for _ in 0..<Repetitions.count {
                theirs.values.append(
                    try PeerProgram.vipsthumbnail(longSide: 256).rate(files, cores: [0, 1], work: work))
                sync()
                ours.values.append(try rate(of: folder, into: work.appendingPathComponent("library")))
            }
            Comparison(
                title: "small: import of \(count) JPEGs of \(width) × \(width * 3 / 4) and \(small.size / 1000) KB",
                peer: "vipsthumbnail -s 256, one process a core", unit: "files/s", goal: goal, ours: ours,
                theirs: theirs, comparesMedians: true
            ).tell()
        }
    }

    private static func rate(of folder: URL, into libraryFolder: URL) throws -> Double {
        let seconds = try Stopwatch.seconds {
            let library = try Library(at: libraryFolder)
            let summary = try library.importFiles(at: [folder], makesThumbnails: true)
            guard summary.imported == count else {
                throw BenchmarkFailure("of \(count) files \(summary.imported) came in")
            }
        }
        try FileManager.default.removeItem(at: libraryFolder)
        return Double(count) / seconds
    }
}
