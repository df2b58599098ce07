import Foundation
import Synchronization

/// The running workers of the slow lane, which yield the processor to the quick lane.
///
/// A worker starts with the priority of all others, because nothing of the library may need the processor meanwhile. The
/// first request of the quick lane lowers it. An ordinary user can't raise it again, and a worker of the slow lane ends
/// with its request.
final class YieldingWorkers: Sendable {
    private struct Running {
        weak var worker: WorkerProcess?
    }

    private struct State {
        var quickCount = 0
        /// The workers that haven't yielded yet.
        var workers: [Running] = []
    }

    private let state = Mutex(State())

    /// Adds a worker of the slow lane that has just started.
    func add(_ worker: WorkerProcess) {
        let yieldsNow = state.withLock { state in
            if state.quickCount > 0 { return true }
            state.workers.removeAll { $0.worker == nil }
            state.workers.append(Running(worker: worker))
            return false
        }
        if yieldsNow { worker.yield() }
    }

    /// Runs a request of the quick lane.
    func whileQuick<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        beginQuick()
        defer { state.withLock { $0.quickCount -= 1 } }
        return try body()
    }

    /// Holds the workers only until they have yielded. A worker ends when its last reference is released.
    private func beginQuick() {
        let workers = state.withLock { state in
            state.quickCount += 1
            defer { state.workers = [] }
            return state.workers.compactMap(\.worker)
        }
        for worker in workers { worker.yield() }
    }
}
