import Synchronization

/// Whether the output of a report still works. Any thread can use it.
final class ReportOutcome: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// The first error.
    var failure: (any Error)? { first.withLock { $0 } }

    func note(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            first.withLock { $0 = $0 ?? error }
        }
    }
}
