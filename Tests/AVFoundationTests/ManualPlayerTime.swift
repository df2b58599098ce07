import Foundation
import Synchronization

@testable import AVFoundation

/// A time of players that passes only when the test advances it.
final class ManualPlayerTime: Sendable {
    private struct Event {
        var date: ContinuousClock.Instant
        var body: @Sendable () -> Void
    }

    private struct State {
        var now = ContinuousClock.now
        var events: [Event] = []
    }

    private let state = Mutex(State())

    var source: PlayerTime {
        PlayerTime(
            now: { [self] in state.withLock { $0.now } },
            schedule: { [self] delay, body in
                state.withLock { $0.events.append(Event(date: $0.now + .seconds(delay), body: body)) }
            })
    }

    /// Advances the time. Calls the closures that are due on the way, each at its time.
    func advance(by seconds: Double) {
        let end = state.withLock { $0.now + .seconds(seconds) }
        while let body = nextBody(until: end) { body() }
        state.withLock { $0.now = end }
    }

    private func nextBody(until end: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let next = state.events.indices.min { state.events[$0].date < state.events[$1].date }
            guard let next, state.events[next].date <= end else { return nil }
            let event = state.events.remove(at: next)
            state.now = max(state.now, event.date)
            return event.body
        }
    }
}
