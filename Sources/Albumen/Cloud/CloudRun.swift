import BlobStore
import Foundation
import Records
import Synchronization

/// What a run of the sync has done so far. Any thread can use it.
final class CloudRun: Sendable {
    private struct State {
        var summary = CloudSync.Summary()
        var done: Int64 = 0
        var total: Int64 = 0
        var error: (any Error)?
        var changedFailures: [BlobDigest] = []
    }

    private let state = Mutex(State())
    /// Makes the events come one at a time.
    private let reporting = NSLock()
    private let report: @Sendable (CloudSync.Event) -> Void
    private let progress: @Sendable (Int64, Int64) -> Void

    init(
        report: @escaping @Sendable (CloudSync.Event) -> Void, progress: @escaping @Sendable (Int64, Int64) -> Void
    ) {
        (self.report, self.progress) = (report, progress)
    }

    var summary: CloudSync.Summary { state.withLock { $0.summary } }

    /// Whether an error has ended the run.
    var isOver: Bool { state.withLock { $0.error != nil } }

    func setTotal(_ total: Int64) { state.withLock { $0.total = total } }

    func add(_ byteCount: Int64) {
        let (done, total) = state.withLock { state in
            state.done += byteCount
            return (state.done, max(state.total, state.done))
        }
        progress(done, total)
    }

    func note(_ event: CloudSync.Event) {
        state.withLock { state in
            switch event {
            case .stored(_, let size):
                state.summary.stored += 1
                state.summary.storedBytes += size
            case .failed: state.summary.failed += 1
            case .removed: state.summary.removed += 1
            }
        }
        reporting.withLock { report(event) }
    }

    /// Notes that an original has failed, or no longer fails.
    func noteChangedFailure(of digest: BlobDigest) {
        state.withLock { $0.changedFailures.append(digest) }
    }

    /// Returns the originals noted since the last call.
    func takeChangedFailures() -> [BlobDigest] {
        state.withLock { state in
            defer { state.changedFailures = [] }
            return state.changedFailures
        }
    }

    /// Ends the run. The first error counts.
    func end(_ error: any Error) {
        state.withLock { state in state.error = state.error ?? error }
    }

    /// - Throws: The error that ended the run.
    func check() throws {
        if let error = state.withLock({ $0.error }) { throw error }
    }
}
