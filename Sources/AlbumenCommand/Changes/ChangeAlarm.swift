import Dispatch
import Synchronization

/// What a command that follows the library waits for: a change, or the end. Rung from any thread, waited for by one.
final class ChangeAlarm: Sendable {
    private struct State {
        var isRung = false
        var end: Result<Void, any Error>?
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// There may be changes to read.
    func ring() {
        wake { $0.isRung = true }
    }

    /// There is nothing to wait for any longer. The first reason stays.
    func end(_ reason: Result<Void, any Error>) {
        wake { $0.end = $0.end ?? reason }
    }

    /// Whether it is the end.
    ///
    /// - Throws: the reason, where it is a failure.
    func hasEnded() throws -> Bool {
        try state.withLock { $0.end }?.get() != nil
    }

    /// Blocks until it is rung, or was since the last wait; answers false at the end.
    ///
    /// - Throws: the reason of the end, where it is a failure.
    func wait() throws -> Bool {
        while true {
            if try hasEnded() { return false }
            let wasRung = state.withLock { state in
                defer { state.isRung = false }
                return state.isRung
            }
            if wasRung { return true }
            semaphore.wait()
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            let wasAwake = state.isRung || state.end != nil
            change(&state)
            return !wasAwake
        }
        if isFirst { semaphore.signal() }
    }
}
