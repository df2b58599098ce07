import Albumen
import BlobStore
import Cancellation
import Foundation
import Records

/// An import of a thousand files into a library that is connected to a place, beside one that isn't.
struct CloudImportBenchmark {
    private static let count = 1_000
    private static let bytes = 50_000...150_000
    private static let rounds = 15

    private let benchmarks: CloudBenchmarks

    init(_ benchmarks: CloudBenchmarks) {
        self.benchmarks = benchmarks
    }

    func run() throws {
        try benchmarks.withFolder("import") { originals in
            try CloudOriginals.make(Self.count, bytes: Self.bytes, in: originals)
            // Starts the workers.
            _ = try seconds(originals, prefix: nil)
            var (connected, alone): ([Double], [Double]) = ([], [])
            for round in 0..<Self.rounds {
                connected.append(try seconds(originals, prefix: "import-\(round)"))
                alone.append(try seconds(originals, prefix: nil))
            }
            Measurement(
                title: "import of \(Self.count) files into a connected library", peer: "not connected",
                goal: .atMost(1.15)
            ).tell(connected, alone)
        }
    }

    private func seconds(_ originals: URL, prefix: String?) throws -> Double {
        try benchmarks.withFolder("import-library") { folder in
            let library = try Library(at: folder)
            defer { try? library.close() }
            if let prefix { try library.connect(benchmarks.store.settings(prefix), WorkCancellation()) }
            sync()
            let seconds = try Measurement.seconds {
                let summary = try library.importFiles(at: [originals], makesThumbnails: false)
                guard summary.imported == Self.count else { throw CloudStore.Failure(description: "\(summary)") }
            }
            if let prefix {
                let waiting = try library.cloudStatus().totals[.waiting]?.count
                guard waiting == Self.count else { throw CloudStore.Failure(description: "No upload is scheduled.") }
                try library.disconnect()
                try benchmarks.store.remove(prefix)
            }
            return seconds
        }
    }
}
