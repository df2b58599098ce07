import Dispatch
import Synchronization

/// Reports once that the main queue doesn't run while a result handler waits for it.
final class MainQueueWatch: Sendable {
    private struct State {
        /// The number of the last check.
        var number = 0
        /// Whether a block on the main queue has still to show that the queue runs.
        var isChecking = false
        var isReported = false
    }

    /// Calls a closure after five seconds.
    typealias Timer = @Sendable (_ fire: @escaping @Sendable () -> Void) -> Void

    static let shared = MainQueueWatch(queue: .main) { fire in
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5), execute: fire)
    } report: {
        Diagnostics.report($0)
    }

    private let queue: DispatchQueue
    private let timer: Timer
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(queue: DispatchQueue, timer: @escaping Timer, report: @escaping @Sendable (String) -> Void) {
        (self.queue, self.timer, self.report) = (queue, timer, report)
    }

    /// Looks whether the queue runs within five seconds, unless such a check is in progress.
    func check() {
        let begun = state.withLock { state -> Int? in
            guard !state.isChecking, !state.isReported else { return nil }
            state.isChecking = true
            state.number += 1
            return state.number
        }
        guard let number = begun else { return }
        queue.async { self.state.withLock { $0.isChecking = false } }
        timer {
            let isStuck = self.state.withLock { state in
                // Another check may have begun since.
                guard state.isChecking, state.number == number else { return false }
                state.isReported = true
                return true
            }
            if isStuck { self.report(Self.message) }
        }
    }

    private static let message = """
        A result handler of an image request waits for the main queue, which doesn't run. If the main thread waits for the \
        handler, set PHPhotoLibrary.callbackQueue to a queue of yours before the request, or request the image with \
        isSynchronous on another thread.
        """
}

extension DispatchQueue {
    /// Whether the queue is the main queue. On Linux, `main` is another object each time.
    var isMain: Bool { label == DispatchQueue.main.label }
}
