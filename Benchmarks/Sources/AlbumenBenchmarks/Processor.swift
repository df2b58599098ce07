import CProcess
import Foundation

/// Where the calling thread, and what it starts, may run.
enum Processor {
    /// What most benchmarks are run on in turn.
    static let oneAndBoth: [[Int32]] = [[1], [0, 1]]

    /// For people.
    static func name(_ cores: [Int32]) -> String { cores.count == 1 ? "one core" : "both cores" }

    /// - Parameter core: nil for any.
    static func pin(to core: Int32?) throws {
        let failure = benchmark_pin(core ?? -1)
        guard failure == 0 else {
            throw BenchmarkFailure("core \(core ?? -1) is not to be had: \(String(cString: strerror(failure)))")
        }
    }
}
