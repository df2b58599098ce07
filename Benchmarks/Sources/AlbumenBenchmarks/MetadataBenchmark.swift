import Foundation
import MediaRequests

/// Compares one warm worker on one core with the programs exiv2 and exiftool, each in one process on the same core.
///
/// The worker's host first runs on another core, where each request and each answer must wake the other core. Then it
/// runs on the worker's core, where its own work counts, too.
enum MetadataBenchmark {
    private static let measuredCore: Int32 = 1
    private static let otherCore: Int32 = 0
    /// The peers start in each repetition, and the worker doesn't. With this many files, their start doesn't matter.
    private static let passes = Rehearsal.isOn ? 1 : 25
    /// exiftool takes longer for 600 files than the others for 5,000.
    private static let exiftoolPasses = Rehearsal.isOn ? 1 : 3

    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        let files = repeated(media.photographs, passes)
        let exiftoolFiles = repeated(media.photographs, exiftoolPasses)
        var apart = Repetitions()
        var together = Repetitions()
        var exiv2 = Repetitions()
        var exiftool = Repetitions()
        for _ in 0..<Repetitions.count {
            exiv2.values.append(try rate(of: "exiv2", ["-pa"], files))
            apart.values.append(try workerRate(files, hostCore: otherCore))
            together.values.append(try workerRate(files, hostCore: measuredCore))
            exiftool.values.append(try rate(of: "exiftool", [], exiftoolFiles))
        }
        for (title, ours) in [("another", apart), ("the same", together)] {
            for (peer, theirs, goal) in [("exiv2 -pa", exiv2, 0.8), ("exiftool", exiftool, 15)] {
                Comparison(
                    title: "metadata: one warm worker on one core, its host on \(title) core",
                    peer: "\(peer), one process", unit: "files/s", goal: goal, ours: ours, theirs: theirs
                ).tell()
            }
        }
    }

    private static func repeated(_ files: [String], _ count: Int) -> [String] {
        Array(repeating: files, count: count).flatMap { $0 }
    }

    private static func rate(of name: String, _ options: [String], _ files: [String]) throws -> Double {
        let program = try Program(named: name)
        let seconds = try Stopwatch.seconds {
            // Without warnings, because the worker prints none and exiv2 would spend time on them.
            try program.start(options + files, core: measuredCore, isQuiet: true).wait()
        }
        return Double(files.count) / seconds
    }

    private static func workerRate(_ files: [String], hostCore: Int32) throws -> Double {
        let client = try PinnedWorker(core: measuredCore)
        try Processor.pin(to: hostCore)
        let first = try client.probe(Array(files.prefix(1)))
        guard first?.captureDate?.source == .exifOriginal else { throw BenchmarkFailure("no capture date") }
        let seconds = try Stopwatch.seconds { try client.probe(files) }
        try Processor.pin(to: nil)
        return Double(files.count) / seconds
    }
}
