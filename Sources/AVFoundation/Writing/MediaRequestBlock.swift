import Foundation
import Synchronization

/// The block of a client that appends samples when an input is ready. Any thread can use it.
final class MediaRequestBlock: Sendable {
    private struct State {
        /// Whether a call waits in the queue or runs.
        var isScheduled = false
        /// Whether the input became ready during the call.
        var isRepeated = false
    }

    /// The time after which a block that appended nothing is called again.
    private static let pauseInMilliseconds = 10

    private let queue: DispatchQueue
    private let block: @Sendable () -> Void
    private let isReady: @Sendable () -> Bool
    private let state = Mutex(State())

    init(
        _ queue: DispatchQueue, _ block: @escaping @Sendable () -> Void, isReady: @escaping @Sendable () -> Bool
    ) {
        self.queue = queue
        self.block = block
        self.isReady = isReady
    }

    /// Calls the block on its queue if the input is ready. Calls never overlap.
    func schedule(after milliseconds: Int = 0) {
        guard isReady() else { return }
        let isFirst = state.withLock { state in
            guard !state.isScheduled else {
                state.isRepeated = true
                return false
            }
            state.isScheduled = true
            state.isRepeated = false
            return true
        }
        guard isFirst else { return }
        if milliseconds > 0 {
            queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.call() }
        } else {
            queue.async { self.call() }
        }
    }

    private func call() {
        if isReady() { block() }
        let isRepeated = state.withLock { state in
            state.isScheduled = false
            return state.isRepeated
        }
        // Clients may return without a sample and expect another call.
        schedule(after: isRepeated ? 0 : Self.pauseInMilliseconds)
    }
}
