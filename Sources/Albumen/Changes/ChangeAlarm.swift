import Dispatch
import Synchronization

/// Wakes one reader of the library's changes: once, however many changes were made since it looked.
///
/// Rung from any thread. One reader waits for it at a time, either on its thread or in its task. A reader that subscribes before it
/// reads the history misses nothing, because the alarm keeps one wake until the reader waits again.
package final class ChangeAlarm: Sendable {
    package enum Wake: Sendable {
        case change
        /// A sign of life, which need not follow a change.
        case heartbeat
    }

    private struct State {
        var wake: Wake?
        var end: Result<Void, any Error>?
        /// Resumes the reader.
        var resume: (@Sendable () -> Void)?

        /// Keeps the way to resume the reader, unless the reader needn't wait.
        mutating func wait(_ resume: @escaping @Sendable () -> Void) -> Bool {
            guard wake == nil, end == nil else { return false }
            self.resume = resume
            return true
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// There may be something to read.
    package func ring(_ wake: Wake = .change) {
        update { $0.wake = wake }
    }

    /// Ends the wait for good. Later reasons are ignored.
    package func end(_ reason: Result<Void, any Error> = .success(())) {
        update { $0.end = $0.end ?? reason }
    }

    /// Whether the alarm has ended.
    ///
    /// - Throws: the reason, if it is a failure.
    package func hasEnded() throws -> Bool {
        try state.withLock { $0.end }?.get() != nil
    }

    /// Blocks until the alarm rings, or rang since the last wait. Returns `nil` at the end.
    ///
    /// - Throws: the reason of the end, if it is a failure.
    package func wait() throws -> Wake? {
        let semaphore = DispatchSemaphore(value: 0)
        if state.withLock({ $0.wait { semaphore.signal() } }) { semaphore.wait() }
        return try takeWake()
    }

    /// Suspends until the alarm rings, or rang since the last wait. Returns `nil` at the end, which the task's cancellation is,
    /// too.
    ///
    /// - Throws: the reason of the end, if it is a failure.
    package func next(isolation: isolated (any Actor)? = #isolation) async throws -> Wake? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if !state.withLock({ $0.wait { continuation.resume() } }) { continuation.resume() }
            }
        } onCancel: {
            end()
        }
        return try takeWake()
    }

    private func takeWake() throws -> Wake? {
        try state.withLock { state in
            if let end = state.end {
                try end.get()
                return nil
            }
            return state.wake.take()
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let resume = state.withLock { state in
            change(&state)
            return state.resume.take()
        }
        resume?()
    }
}
