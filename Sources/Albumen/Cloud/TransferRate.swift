import BlobStore
import Cancellation
import Foundation
import Synchronization

/// Limits the bytes per second of all transfers that share it.
final class TransferRate: Sendable {
    private let bytesPerSecond: Double
    /// When the bytes so far would have been transferred at this rate, in seconds of the system's uptime.
    private let due = Mutex(0.0)

    init(bytesPerSecond: Int64) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
    }

    /// Waits until these bytes fit into the rate, or until the cancellation.
    func wait(for byteCount: Int64, _ cancellation: WorkCancellation) {
        let now = ProcessInfo.processInfo.systemUptime
        let delay = due.withLock { due in
            due = max(due, now) + Double(byteCount) / bytesPerSecond
            return due - now
        }
        // The transfer itself reports the cancellation.
        if delay > 0 { try? cancellation.wait(delay, "") }
    }
}
