package import Foundation
import Synchronization

/// Cancels a progress that starts before or after the cancellation.
package final class CancelledProgress: Sendable {
    private struct State {
        var progress: Progress?
        var isCancelled = false
    }

    private let state = Mutex(State())

    package init() {}

    package var progress: Progress? {
        get { state.withLock { $0.progress } }
        set {
            let isCancelled = state.withLock { state in
                state.progress = newValue
                return state.isCancelled
            }
            if isCancelled { newValue?.cancel() }
        }
    }

    package func cancel() {
        let progress = state.withLock { state in
            state.isCancelled = true
            return state.progress
        }
        progress?.cancel()
    }
}
