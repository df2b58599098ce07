package import Cancellation
import MediaRequests
import Synchronization

extension CoalescedWork {
    /// Returns the value of work that never takes long. Suspends the task. If the task is cancelled, withdraws its
    /// request.
    package func value(
        _ key: Key, make: @escaping @Sendable (WorkCancellation) throws -> Value
    ) async throws -> Value {
        let awaited = AwaitedValue<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard awaited.begin(continuation) else { return }
                awaited.keep(submit(key, .visible, make: make) { awaited.resume(with: $0) })
            }
        } onCancel: {
            awaited.cancel()
        }
    }
}

/// Resumes a task once: with the value, or when the task is cancelled.
private final class AwaitedValue<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var withdraw: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Stores the continuation. If the task was cancelled before, resumes it immediately.
    ///
    /// - Returns: `false` if the task was cancelled before.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        return !isCancelled
    }

    /// Stores the closure that withdraws the request. Calls it if the task was cancelled meanwhile.
    func keep(_ withdraw: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.withdraw = withdraw }
            return state.isCancelled
        }
        if isCancelled { withdraw() }
    }

    func resume(with result: Result<Value, any Error>) {
        state.withLock { $0.continuation.take() }?.resume(with: result)
    }

    func cancel() {
        let (continuation, withdraw) = state.withLock { state in
            state.isCancelled = true
            return (state.continuation.take(), state.withdraw.take())
        }
        continuation?.resume(throwing: CancellationError())
        withdraw?()
    }
}
