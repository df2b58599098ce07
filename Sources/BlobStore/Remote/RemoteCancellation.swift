package import Foundation
internal import Synchronization

/// A signal that cancels calls of a place. Any thread can send it, any number of times.
package final class RemoteCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var lastNumber = 0
        var wakers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Cancels each call with this signal. Returns without waiting for them.
    package func cancel() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            for wake in state.wakers.values { wake() }
            state.wakers = [:]
        }
    }

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// - Parameter address: The place, for the error.
    /// - Throws: `cancelled` after the signal.
    package func check(_ address: String) throws {
        if isCancelled { throw RemoteBlobError.cancelled(address) }
    }

    /// Runs `body`. If the signal comes before or during it, calls `wake` once, on the thread that sends the signal.
    /// Never calls `wake` after this method returns. `wake` must not block.
    package func whileWaking<Answer>(
        _ wake: @escaping @Sendable () -> Void, while body: () throws -> Answer
    ) rethrows -> Answer {
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

    /// Waits, at most until the signal.
    ///
    /// - Throws: `cancelled`.
    package func wait(_ seconds: TimeInterval, _ address: String) throws {
        let wakeUp = DispatchSemaphore(value: 0)
        whileWaking {
            wakeUp.signal()
        } while: {
            _ = wakeUp.wait(timeout: .now() + seconds)
        }
        try check(address)
    }
}
