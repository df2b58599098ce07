import Foundation

/// A durable import into a new library, with hashes, metadata and rows and without thumbnails, beside a durable copy of the
/// same files.
enum ImportBenchmark {
    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        var ours = Repetitions()
        var theirs = Repetitions()
        // Unmeasured: on a virtual machine the first writing waits for the host's memory.
        _ = try rate(of: media, copy)
        for _ in 0..<Repetitions.count {
            theirs.values.append(try rate(of: media, copy))
            ours.values.append(try rate(of: media, importIntoNewLibrary))
        }
        Comparison(
            title: "import: \(media.photographs.count) photographs, from opening a new library to the last commit",
            peer: "copy and fsync each", unit: "files/s", goal: 0.6, ours: ours, theirs: theirs
        ).tell()
    }

    private static func rate(of media: BenchmarkMedia, _ body: (BenchmarkMedia, URL) throws -> Void) throws -> Double {
        try media.withWorkFolder { work in
            // Nothing of the repetition before may be left for this one to write.
            sync()
            return Double(media.photographs.count) / (try Stopwatch.seconds { try body(media, work) })
        }
    }

    private static func copy(_ media: BenchmarkMedia, into work: URL) throws {
        try DurableCopy.run(media.photographs, into: work)
    }

    private static func importIntoNewLibrary(_ media: BenchmarkMedia, into work: URL) throws {
        try media.importPhotographs(into: work.appendingPathComponent("library"), makesThumbnails: false)
    }
}
