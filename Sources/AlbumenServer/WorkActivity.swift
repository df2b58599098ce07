import Records
import Synchronization

/// Counts the work of requests, and knows when there was some last.
final class WorkActivity: Sendable {
    /// The number of times that a request's work moved to one of the threads.
    private let hops = WorkCounter()
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    /// The number of times that a request's work moved to one of the threads. Only tests use it.
    var count: Int { hops.count }

    func note() {
        hops.increment()
        last.withLock { $0 = .now }
    }

    /// Returns whether there was work within a time.
    func wasUsed(within time: Duration) -> Bool {
        last.withLock { $0 }.map { ContinuousClock.now - $0 < time } ?? false
    }
}
