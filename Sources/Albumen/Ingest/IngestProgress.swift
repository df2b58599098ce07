import Synchronization

/// Counts the events of an import and forwards them, one at a time. Stores the error that stopped it.
final class IngestProgress: Sendable {
    private struct State {
        var summary = IngestSummary()
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let report: @Sendable (IngestEvent) -> Void

    init(report: @escaping @Sendable (IngestEvent) -> Void) {
        self.report = report
    }

    var summary: IngestSummary { state.withLock { $0.summary } }

    func tell(_ event: IngestEvent) {
        state.withLock { state in
            state.summary.count(event)
            report(event)
        }
    }

    /// Stores the first error.
    func stop(_ error: any Error) {
        state.withLock { state in
            state.failure = state.failure ?? error
        }
    }

    func throwIfStopped() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
