import Synchronization

/// Whether somebody still listens to a report, asked from any thread.
final class ReportOutcome: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// The first error there was.
    var failure: (any Error)? { first.withLock { $0 } }

    func note(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            first.withLock { $0 = $0 ?? error }
        }
    }
}
