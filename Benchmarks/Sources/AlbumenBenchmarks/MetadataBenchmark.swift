import Foundation

/// One warm worker on one core beside the programs exiv2 and exiftool in one process on the same core.
enum MetadataBenchmark {
    /// The client's, so that its work is not the worker's.
    private static let clientCore: Int32 = 0
    private static let measuredCore: Int32 = 1
    /// A worker takes little over a millisecond to start: more files hide that of the peers, which start each time.
    private static let passes = 10

    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        let files = Array(repeating: media.photographs, count: passes).flatMap { $0 }
        var ours = Repetitions()
        var exiv2 = Repetitions()
        var exiftool = Repetitions()
        for _ in 0..<Repetitions.count {
            exiv2.values.append(try rate(of: "exiv2", ["-pa"], files))
            exiftool.values.append(try rate(of: "exiftool", [], files))
            ours.values.append(try workerRate(files))
        }
        Comparison(
            title: "metadata: \(files.count) photographs, one warm worker on one core",
            peer: "exiv2 -pa, one process", unit: "files/s", goal: 0.8, ours: ours, theirs: exiv2
        ).tell()
        Comparison(
            title: "metadata: \(files.count) photographs, one warm worker on one core",
            peer: "exiftool, one process", unit: "files/s", goal: 15, ours: ours, theirs: exiftool
        ).tell()
    }

    private static func rate(of name: String, _ options: [String], _ files: [String]) throws -> Double {
        let program = try Program(named: name)
        let seconds = try Stopwatch.seconds {
            // Quiet: exiv2 would spend time on warnings, which the worker does not print.
            try program.start(options + files, core: measuredCore, isQuiet: true).wait()
        }
        return Double(files.count) / seconds
    }

    private static func workerRate(_ files: [String]) throws -> Double {
        let client = try MediaWorkerClient(core: measuredCore)
        try Processor.pin(to: clientCore)
        let first = try client.probe(Array(files.prefix(1)))
        guard first.contains("exifOriginal") else { throw BenchmarkFailure("no capture date in \(first)") }
        let seconds = try Stopwatch.seconds { try client.probe(files) }
        try Processor.pin(to: nil)
        try client.finish()
        return Double(files.count) / seconds
    }
}
