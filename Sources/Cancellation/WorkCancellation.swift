import Synchronization

/// A signal that cancels work: requests of a media worker, or calls of a place. Any thread can send it, any number of
/// times.
package final class WorkCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var lastNumber = 0
        var wakers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Cancels all work with this signal. Work that waits ends at once, and running work within a moment.
    /// Returns without waiting for them.
    package func cancel() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            for wake in state.wakers.values { wake() }
            state.wakers = [:]
        }
    }

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs `body`. If the signal comes before or during it, calls `wake` once, on the thread that sends the signal.
    /// Never calls `wake` after this method returns. `wake` must not block.
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
