import Foundation
import Synchronization

/// The warning that a process writes at most once, however many workers it starts.
enum IncompleteSandboxWarning {
    private static let isWritten = Atomic(false)

    static func write(_ text: String) {
        guard !isWritten.exchange(true, ordering: .relaxed) else { return }
        let line = Array((text + "\n").utf8)
        // Best effort: without a standard error there is no one to warn.
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
