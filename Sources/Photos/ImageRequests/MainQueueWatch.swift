import Dispatch
import Synchronization

/// Reports once that the main queue doesn't run while a result handler waits for it.
final class MainQueueWatch: Sendable {
    private enum State {
        case idle
        /// A block on the main queue shows whether the queue runs.
        case checking
        case reported
    }

    static let shared = MainQueueWatch(queue: .main) { Diagnostics.report($0) }

    private let queue: DispatchQueue
    private let patience: DispatchTimeInterval
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State.idle)

    /// - Parameter patience: The time after which the queue counts as not running.
    init(
        queue: DispatchQueue, patience: DispatchTimeInterval = .seconds(5), report: @escaping @Sendable (String) -> Void
    ) {
        (self.queue, self.patience, self.report) = (queue, patience, report)
    }

    /// Looks whether the queue runs within five seconds, unless such a check is in progress.
    func check() {
        let begins = state.withLock { state in
            guard case .idle = state else { return false }
            state = .checking
            return true
        }
        guard begins else { return }
        queue.async {
            self.state.withLock { state in
                if case .checking = state { state = .idle }
            }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
            let isStuck = self.state.withLock { state in
                guard case .checking = state else { return false }
                state = .reported
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
