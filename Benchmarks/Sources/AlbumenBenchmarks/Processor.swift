import CProcess
import Foundation

/// The cores on which the calling thread and the programs it starts may run.
enum Processor {
    /// The cores of most benchmarks, which run on each set in turn.
    static let oneAndBoth: [[Int32]] = [[1], [0, 1]]

    /// Returns a name for people.
    static func name(_ cores: [Int32]) -> String { cores.count == 1 ? "one core" : "both cores" }

    /// - Parameter core: The core, or `nil` for any.
    static func pin(to core: Int32?) throws {
        let failure = benchmark_pin(core ?? -1)
        guard failure == 0 else {
            throw BenchmarkFailure("core \(core ?? -1) is not to be had: \(String(cString: strerror(failure)))")
        }
    }
}
