import Synchronization

/// A request under way.
// Unchecked because it can be inherited from: its state is one lock's.
package class ImageTask: @unchecked Sendable {
    private struct State {
        var isCancelled = false
        var step = 0
        var withdraw: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    init() {}

    /// Lets go of what was asked for. A call that is under way on another thread comes to its end; none is made
    /// afterwards. Work that others wait for goes on.
    package final func cancel() {
        let withdraw = state.withLock { state in
            state.isCancelled = true
            return state.withdraw.take()
        }
        withdraw?()
    }

    final var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes the way to withdraw a step, unless a later one is under way already: a step can end before whoever began it
    /// comes to tell of it.
    final func begin(step: Int, _ withdraw: @escaping @Sendable () -> Void) {
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
