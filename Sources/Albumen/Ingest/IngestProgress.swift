import Synchronization

/// Counts what an import tells and passes it on, one event at a time; remembers what stopped it.
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

    /// The first error stays.
    func stop(_ error: any Error) {
        state.withLock { state in
            state.failure = state.failure ?? error
        }
    }

    func throwIfStopped() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
