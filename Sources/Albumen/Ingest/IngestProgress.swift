import PhotoLibrary
import PhotoSources
import Synchronization

/// Counts the events of an import and forwards them, one at a time. Forwards its steps. Stores the error that stopped it.
final class IngestProgress: Sendable {
    private struct State {
        var summary = IngestSummary()
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let efforts: ImportEffort
    private let advance: @Sendable (IngestStep) -> Void
    private let report: @Sendable (IngestEvent) -> Void

    init(
        efforts: ImportEffort, advance: @escaping @Sendable (IngestStep) -> Void,
        report: @escaping @Sendable (IngestEvent) -> Void
    ) {
        self.efforts = efforts
        self.advance = advance
        self.report = report
    }

    var summary: IngestSummary { state.withLock { $0.summary } }

    func tell(_ event: IngestEvent) {
        state.withLock { state in
            state.summary.count(event)
            report(event)
        }
    }

    /// Forwards the step of a file that was read. Any thread can call this.
    func didRead(_ source: ImportSource) {
        advance(.read(size: source.size, effort: effort(of: source)))
    }

    func find(_ items: Int) {
        advance(.found(items: items))
    }

    /// Forwards the step of an item of a source. Any thread can call this.
    func didRead(_ item: SourceItem) {
        advance(.item(size: item.size))
    }

    /// Reports a file that didn't need to be read, and forwards its step.
    func pass(_ source: ImportSource, _ event: IngestEvent) {
        tell(event)
        advance(.passed(size: source.size, effort: effort(of: source)))
    }

    /// Reports a path that leads to no file to import, and forwards its step.
    func pass(_ event: IngestEvent) {
        tell(event)
        advance(.passed(size: 0, effort: 0))
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

    private func effort(of source: ImportSource) -> Double {
        efforts.effort(ofFileNamed: source.name, size: source.size)
    }
}
