import CoreMedia
import Foundation
import Synchronization

/// The position of an item, which moves with the time. Any thread can use it.
final class PlayerClock: Sendable {
    private struct State {
        var position = CMTime.zero
        var since: ContinuousClock.Instant
        var rate = 0.0
        var end = CMTime.indefinite

        func time(at now: ContinuousClock.Instant) -> CMTime {
            guard rate != 0 else { return position }
            let moved = CMTime(seconds: (now - since) / .seconds(1) * rate, preferredTimescale: 1_000_000)
            let time = CMTimeMaximum(.zero, position + moved)
            return end.isNumeric ? CMTimeMinimum(time, end) : time
        }
    }

    /// The time that moves the position.
    let source: PlayerTime
    private let state: Mutex<State>

    init(_ source: PlayerTime = .system) {
        self.source = source
        state = Mutex(State(since: source.now()))
    }

    var time: CMTime { state.withLock { $0.time(at: source.now()) } }

    var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { state in
                let now = source.now()
                state.position = state.time(at: now)
                state.since = now
                state.rate = newValue
            }
        }
    }

    /// The time at which the clock stops, or an indefinite time.
    var end: CMTime {
        get { state.withLock { $0.end } }
        set { state.withLock { $0.end = newValue } }
    }

    /// Moves to a time, within the item.
    func move(to time: CMTime) {
        state.withLock { state in
            guard !time.isNegativeInfinity, time.isNumeric || time.isPositiveInfinity else {
                if time.isNegativeInfinity { state.position = .zero }
                state.since = source.now()
                return
            }
            let latest = state.end.isNumeric ? CMTimeMinimum(time, state.end) : time
            state.position = latest.isNumeric ? CMTimeMaximum(.zero, latest) : .zero
            state.since = source.now()
        }
    }
}
