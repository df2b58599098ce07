import Synchronization

/// A request in progress.
// Unchecked because the class isn't final. A lock guards its state.
package class ImageTask: @unchecked Sendable {
    private struct State {
        var isCancelled = false
        var step = 0
        var withdraw: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    init() {}

    /// Creates a request that another module works on.
    package static func make() -> ImageTask { ImageTask() }

    /// Cancels the request. A call in progress on another thread completes, and no further call is made. Work that
    /// others wait for continues.
    package final func cancel() {
        let withdraw = state.withLock { state in
            state.isCancelled = true
            return state.withdraw.take()
        }
        withdraw?()
    }

    package final var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Stores the cancel handler for `step`. Ignores the handler if a later step has started, because a step can end
    /// before the code that started it reports it.
    package final func begin(step: Int, _ withdraw: @escaping @Sendable () -> Void) {
        let isTooLate = state.withLock { state in
            guard !state.isCancelled else { return true }
            if step >= state.step {
                state.step = step
                state.withdraw = withdraw
            }
            return false
        }
        if isTooLate { withdraw() }
    }
}
