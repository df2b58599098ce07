import Synchronization

/// A caller's word that it no longer wants an answer. Any thread may give it, any number of times.
package final class WorkCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var lastNumber = 0
        var wakers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Ends each request that was given this cancellation: one that waits for its turn at once, one that a worker is at
    /// within a moment. Returns without waiting for them.
    package func cancel() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            for wake in state.wakers.values { wake() }
            state.wakers = [:]
        }
    }

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs `body`, and `wake` once when the cancellation is given before or meanwhile, on the thread that gives it. After the
    /// return `wake` is never called, so that it may use what goes then. It must not wait.
    package func whileWaking<Answer, Failure: Error>(
        _ wake: @escaping @Sendable () -> Void, while body: () throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let number: Int? = state.withLock { state in
            guard !state.isCancelled else {
                wake()
                return nil
            }
            state.lastNumber += 1
            state.wakers[state.lastNumber] = wake
            return state.lastNumber
        }
        defer {
            if let number { state.withLock { state in _ = state.wakers.removeValue(forKey: number) } }
        }
        return try body()
    }
}
