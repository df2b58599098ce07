import Dispatch
import Synchronization

/// The right to use one of a bounded number of workers, given in the order in which it was asked for.
final class WorkerVacancies: Sendable {
    private final class Waiter: Sendable {
        let turn = DispatchSemaphore(value: 0)
        let isWithdrawn = Atomic(false)
    }

    private struct State {
        var free: Int
        /// The one that waits longest first. Whoever is no longer here has its right, or gave up.
        var waiting: [Waiter] = []
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    /// Blocks until there is a vacancy and takes it; false, without one, when the request was cancelled before.
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

    /// How many requests wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Gives a vacancy back, to the request that waits longest.
    func giveBack() {
        let next: Waiter? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.turn.signal()
    }
}
