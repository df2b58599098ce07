import Foundation

/// A started program.
struct RunningProgram {
    let identifier: pid_t
    let name: String

    /// Waits until the program has ended.
    ///
    /// - Throws: An error if the program failed.
    func wait() throws {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { throw BenchmarkFailure("\(name): \(String(cString: strerror(errno)))") }
        }
        try check(status)
    }

    /// Whether the program has ended.
    ///
    /// - Throws: An error if the program failed.
    func hasEnded() throws -> Bool {
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
        try check(status)
        return true
    }

    private func check(_ status: Int32) throws {
        guard status == 0 else { throw BenchmarkFailure("\(name) failed with the wait status \(status)") }
    }
}
