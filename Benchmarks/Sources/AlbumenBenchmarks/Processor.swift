import CBenchmarkProcess
import Foundation

/// The cores on which the calling thread and the programs it starts may run.
enum Processor {
    /// The cores of most benchmarks, which run on each set in turn.
    static let oneAndBoth: [[Int32]] = [[1], [0, 1]]

    /// Returns a name for people.
    static func name(_ cores: [Int32]) -> String { cores.count == 1 ? "one core" : "both cores" }

    /// Pins the calling thread.
    ///
    /// - Parameter core: The core, or `nil` for any.
    static func pin(to core: Int32?) throws {
        try pin(thread: 0, to: core ?? -1)
    }

    /// Pins all threads of a process.
    static func pin(process: pid_t, to core: Int32) throws {
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            if let thread = pid_t(thread) { try pin(thread: thread, to: core) }
        }
    }

    private static func pin(thread: pid_t, to core: Int32) throws {
        let failure = benchmark_pin(thread, core)
        guard failure == 0 else {
            throw BenchmarkFailure("core \(core) isn't available: \(String(cString: strerror(failure)))")
        }
    }
}
