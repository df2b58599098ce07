import Foundation
import MediaRequests
import Synchronization

/// Writes a warning at most once per process, however many workers it starts.
enum IncompleteSandboxWarning {
    private static let isWritten = Atomic(false)

    static func write(_ text: String) {
        guard !isWritten.exchange(true, ordering: .relaxed) else { return }
        let line = Array((text + "\n").utf8)
        // Ignores errors, because there is no other place to write the warning to.
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
