import CBenchmarkProcess
import Foundation

/// A program that the benchmarks start.
struct Program {
    let path: String

    /// Finds one of Albumen's programs beside this one.
    init(beside name: String) throws {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        path = folder.appendingPathComponent(name).path
        guard access(path, X_OK) == 0 else { throw BenchmarkFailure("\(path) is missing: build the package") }
    }

    /// Finds one of the system's programs by `PATH`.
    init(named name: String) throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.map { folder -> String in "\(folder)/\(name)" }
        guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw BenchmarkFailure("\(name) is not installed")
        }
        path = found
    }

    /// Starts the program and discards its output.
    ///
    /// - Parameters:
    ///   - core: The only core on which it may run, or `nil` for any.
    ///   - input: Its standard input, or `nil` for an empty one.
    ///   - isQuiet: Whether to discard its error output, too.
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
