import Foundation

/// Compares a durable import into a new library with a durable copy of the same files. The import computes hashes and
/// writes metadata and rows, but makes no thumbnails.
enum ImportBenchmark {
    static func run(_ media: BenchmarkMedia) throws {
        try media.warm()
        var ours = Repetitions()
        var theirs = Repetitions()
        // Not measured: on a virtual machine the first writes wait for the host's memory.
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
            // Writes everything from the previous repetition.
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
