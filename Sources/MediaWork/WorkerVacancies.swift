import Cancellation
import Dispatch
import MediaRequests
import Synchronization

/// A semaphore for a limited number of workers. It serves requests in the order of their arrival.
final class WorkerVacancies: Sendable {
    private final class Waiter: Sendable {
        let turn = DispatchSemaphore(value: 0)
        let isWithdrawn = Atomic(false)
    }

    private struct State {
        var free: Int
        /// The waiting requests, in the order of their arrival. A request leaves the list when it gets its turn or
        /// gives up.
        var waiting: [Waiter] = []
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    /// Blocks until a worker is available and takes it. Returns `false`, without a worker, if the request is
    /// cancelled before.
    func take(unless cancellation: WorkCancellation?) -> Bool {
        if cancellation?.isCancelled == true { return false }
        let waiter: Waiter? = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let waiter = Waiter()
            state.waiting.append(waiter)
            return waiter
        }
        guard let waiter else { return true }
        guard let cancellation else {
            waiter.turn.wait()
            return true
        }
        cancellation.whileWaking({ [self] in withdraw(waiter) }, while: { waiter.turn.wait() })
        return !waiter.isWithdrawn.load(ordering: .acquiring)
    }

    private func withdraw(_ waiter: Waiter) {
        let wasWaiting = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === waiter }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        guard wasWaiting else { return }
        waiter.isWithdrawn.store(true, ordering: .releasing)
        waiter.turn.signal()
    }

    /// The number of waiting requests.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns a worker to the semaphore, for the request that has waited longest.
    func giveBack() {
        let next: Waiter? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.turn.signal()
    }
}
