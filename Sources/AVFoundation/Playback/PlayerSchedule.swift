import CoreMedia
import Dispatch
import Foundation
import Synchronization

/// The observers of a player's position. Any thread can use it.
final class PlayerSchedule: Sendable {
    /// The thread that waits for positions.
    static let queue = DispatchQueue(label: "albumen.players")

    private enum Positions {
        case every(Double)
        case at([Double])
    }

    private struct Observer {
        var positions: Positions
        var queue: DispatchQueue
        var call: @Sendable (CMTime) -> Void
    }

    private struct State {
        var lastNumber = 0
        /// Increases when a planned event is no longer valid.
        var generation = 0
        /// The position of the last event, unless playback has jumped since.
        var lastPosition: Double?
        var observers: [Int: Observer] = [:]
    }

    private let state = Mutex(State())
    /// The smallest distance between two positions, in seconds.
    private static let granularity = 1e-6

    /// - Parameter call: The closure to call at each multiple of the interval, and when playback starts, stops or
    ///   jumps.
    func add(every interval: CMTime, _ queue: DispatchQueue?, _ call: @escaping @Sendable (CMTime) -> Void) -> Int {
        let seconds = interval.isNumeric && interval > .zero ? max(interval.seconds, 0.001) : 1
        return add(Observer(positions: .every(seconds), queue: queue ?? .main, call: call))
    }

    func add(at times: [CMTime], _ queue: DispatchQueue?, _ call: @escaping @Sendable (CMTime) -> Void) -> Int {
        let seconds = times.filter(\.isNumeric).map(\.seconds).sorted()
        return add(Observer(positions: .at(seconds), queue: queue ?? .main, call: call))
    }

    func remove(_ number: Int) {
        state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }

    /// Calls all periodic observers.
    func announce(_ time: CMTime) {
        let observers = state.withLock { Array($0.observers.values) }
        for case let observer in observers {
            if case .every = observer.positions { observer.queue.async { observer.call(time) } }
        }
    }

    /// Cancels the planned event and plans the next one.
    ///
    /// - Parameters:
    ///   - isContinuing: Whether playback continues after an event. A timer can be a moment early, and the same event
    ///     must not happen again.
    ///   - reached: The closure to call when the position is the end.
    ///   - again: The closure to call when the position is that of an observer. It plans the next event.
    func plan(
        _ clock: PlayerClock, isContinuing: Bool, reached: @escaping @Sendable () -> Void,
        again: @escaping @Sendable () -> Void
    ) {
        let (now, rate, end) = (clock.time.seconds, clock.rate, clock.end)
        let (generation, time, next) = state.withLock { state in
            state.generation += 1
            if !isContinuing { state.lastPosition = nil }
            let time = state.lastPosition.map { rate < 0 ? min(now, $0) : max(now, $0) } ?? now
            return (state.generation, time, state.observers.values.compactMap { Self.next($0, after: time, rate) })
        }
        guard rate != 0, time.isFinite else { return }
        let last = rate < 0 ? 0 : end.isNumeric ? end.seconds : .infinity
        let candidates = next + [last]
        guard let position = rate < 0 ? candidates.max() : candidates.min(), position.isFinite else { return }
        let delay = max(0, (position - now) / rate)
        clock.source.schedule(delay) { [weak self] in
            guard let self, state.withLock({ $0.generation == generation }) else { return }
            fire(position)
            if position == last { reached() } else { again() }
        }
    }

    private func add(_ observer: Observer) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.observers[state.lastNumber] = observer
            return state.lastNumber
        }
    }

    private func fire(_ position: Double) {
        let observers = state.withLock { state in
            state.lastPosition = position
            return Array(state.observers.values)
        }
        let time = CMTime(seconds: position, preferredTimescale: 1_000_000)
        for observer in observers where Self.isDue(observer, at: position) {
            observer.queue.async { observer.call(time) }
        }
    }

    private static func isDue(_ observer: Observer, at position: Double) -> Bool {
        switch observer.positions {
        case .every(let interval):
            abs(position - (position / interval).rounded() * interval) < granularity
        case .at(let positions): positions.contains { abs($0 - position) < granularity }
        }
    }

    private static func next(_ observer: Observer, after time: Double, _ rate: Double) -> Double? {
        switch observer.positions {
        case .every(let interval):
            let steps = time / interval
            let margin = granularity / interval
            return rate < 0
                ? ((steps - margin).rounded(.up) - 1) * interval : ((steps + margin).rounded(.down) + 1) * interval
        case .at(let positions):
            return rate < 0
                ? positions.last { $0 < time - granularity } : positions.first { $0 > time + granularity }
        }
    }
}
