import Foundation
import Synchronization

/// The progress of a round. Any thread can use it.
final class RoundProgress: Sendable {
    private struct State {
        var count = 0
        var isOver = false
        var isLeft = false
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now
    private let used = ProcessUsage.processorTime()

    /// Returns the next mutant's number, or `nil` at the end of the round.
    func next() -> Int? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            defer { state.count += 1 }
            return state.count
        }
    }

    func end(_ failure: (any Error)? = nil) {
        state.withLock { state in
            state.isOver = true
            state.failure = state.failure ?? failure
        }
    }

    /// Records that no lane works any more.
    func leave() { state.withLock { $0.isLeft = true } }

    var isLeft: Bool { state.withLock { $0.isLeft } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// The processor time of the workers and this process since the start, in seconds.
    var processorTime: Double { ProcessUsage.processorTime() - used }

    var summary: String {
        let count = state.withLock { $0.count }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return "\(count) mutants, " + String(format: "%.1f a second", Double(count) / max(0.001, seconds))
    }
}
