import Dispatch
import Synchronization

/// Wakes a reader of the library's changes, once for all changes since its last read.
///
/// Any thread can ring the alarm. One reader at a time waits for it, either on its thread or in its task. The alarm
/// keeps one wake until the reader waits again. Therefore, a reader that subscribes before it reads the history misses
/// no changes.
package final class ChangeAlarm: Sendable {
    package enum Wake: Sendable {
        case change
        /// A periodic wake, which may not follow a change.
        case heartbeat
    }

    private struct State {
        var wake: Wake?
        var end: Result<Void, any Error>?
        /// Resumes the reader.
        var resume: (@Sendable () -> Void)?

        /// Stores the closure that resumes the reader. Returns `false` if the reader needn't wait.
        mutating func wait(_ resume: @escaping @Sendable () -> Void) -> Bool {
            guard wake == nil, end == nil else { return false }
            self.resume = resume
            return true
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes the reader, because there may be changes to read.
    package func ring(_ wake: Wake = .change) {
        update { $0.wake = wake }
    }

    /// Ends the alarm permanently. Ignores later reasons.
    package func end(_ reason: Result<Void, any Error> = .success(())) {
        update { $0.end = $0.end ?? reason }
    }

    /// Whether the alarm has ended.
    ///
    /// - Throws: The reason, if it's a failure.
    package func hasEnded() throws -> Bool {
        try state.withLock { $0.end }?.get() != nil
    }

    /// Blocks until the alarm rings. Returns immediately if it rang since the last wait. Returns `nil` at the end.
    ///
    /// - Throws: The reason of the end, if it's a failure.
    package func wait() throws -> Wake? {
        let semaphore = DispatchSemaphore(value: 0)
        if state.withLock({ $0.wait { semaphore.signal() } }) { semaphore.wait() }
        return try takeWake()
    }

    /// Suspends until the alarm rings. Returns immediately if it rang since the last wait. Returns `nil` at the end.
    /// Cancelling the task ends the alarm.
    ///
    /// - Throws: The reason of the end, if it's a failure.
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
