import CProcess
import Foundation

/// A program that the benchmarks start.
struct Program {
    let path: String

    /// One that stands beside this program: Albumen's own.
    init(beside name: String) throws {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        path = folder.appendingPathComponent(name).path
        guard access(path, X_OK) == 0 else { throw BenchmarkFailure("\(path) is missing: build the package") }
    }

    /// One of the system's, found by `PATH`.
    init(named name: String) throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.map { folder -> String in "\(folder)/\(name)" }
        guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw BenchmarkFailure("\(name) is not installed")
        }
        path = found
    }

    /// Starts it. What it prints goes nowhere.
    ///
    /// - Parameters:
    ///   - core: the one core it may run on; nil for any.
    ///   - input: its descriptor 0; nil for one that is empty.
    ///   - isQuiet: whether its complaints go nowhere either.
    func start(
        _ arguments: [String] = [], core: Int32? = nil, input: Int32? = nil, isQuiet: Bool = false
    ) throws -> RunningProgram {
        let texts = ([path] + arguments).map { strdup($0) } + [nil]
        defer {
            for text in texts { free(text) }
        }
        try Processor.pin(to: core)
        var identifier: pid_t = 0
        let failure = benchmark_spawn(texts, input ?? -1, isQuiet ? 1 : 0, &identifier)
        try Processor.pin(to: nil)
        guard failure == 0 else { throw BenchmarkFailure("\(path): \(String(cString: strerror(failure)))") }
        return RunningProgram(identifier: identifier, name: path)
    }
}
