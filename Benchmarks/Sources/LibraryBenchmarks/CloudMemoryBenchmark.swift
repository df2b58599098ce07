import Albumen
import BlobStore
import Cancellation
import Foundation
import Synchronization

/// The memory of this process while it brings ten thousand originals to the place and back. It must stay flat.
struct CloudMemoryBenchmark {
    private static let count = 10_000
    private static let bytes = 50_000...150_000

    /// The memory after each thousandth original.
    private final class Samples: Sendable {
        private let state = Mutex((count: 0, megabytes: [String]()))

        func note() {
            let isThousandth = state.withLock { state in
                state.count += 1
                return state.count.isMultiple(of: CloudMemoryBenchmark.count / 10)
            }
            guard isThousandth else { return }
            // Reading the files of /proc takes memory, too.
            let text = String(format: "%.1f", SteadyMemory.anonymousBytes() / 1e6)
            state.withLock { $0.megabytes.append(text) }
        }

        func report(_ title: String) {
            print("\n\(title): the anonymous memory after each tenth")
            print("  \(state.withLock { $0.megabytes.joined(separator: ", ") }) MB")
        }
    }

    private let benchmarks: CloudBenchmarks

    init(_ benchmarks: CloudBenchmarks) {
        self.benchmarks = benchmarks
    }

    func run() throws {
        try benchmarks.withLibrary(Self.count, bytes: Self.bytes) { library in
            let cancellation = WorkCancellation()
            try library.connect(benchmarks.store.settings("memory"), cancellation)
            let up = Samples()
            let sync = try CloudSync(of: library, transferLimit: CloudBenchmarks.concurrency, cancellation)
            let seconds = try Measurement.seconds { _ = try sync.run(report: { _ in up.note() }) }
            up.report("\(Self.count) small originals to the place in \(Measurement.text(seconds))")
            try benchmarks.evict(library)
            let down = Samples()
            let back = try Measurement.seconds { _ = try benchmarks.download(library) { _, _ in down.note() } }
            down.report("\(Self.count) small originals from the place in \(Measurement.text(back))")
        }
        try benchmarks.store.remove("memory")
    }
}
