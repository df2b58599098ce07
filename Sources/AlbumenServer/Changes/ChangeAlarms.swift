import Albumen
import HTTPTypes
import Synchronization

/// Rings the alarms of all streams of changes: after commits, and at intervals for a sign of life. One subscription to the library for
/// all of them, as long as there is one. What a stream missed is in the library's history, not here.
final class ChangeAlarms: Sendable {
    /// A stream's place among the streams, until it is let go.
    final class Place: Sendable {
        let alarm = ChangeAlarm()
        fileprivate let number: Int
        private let alarms: ChangeAlarms

        fileprivate init(_ number: Int, of alarms: ChangeAlarms) {
            self.number = number
            self.alarms = alarms
        }

        deinit { alarms.leave(number) }
    }

    private struct State {
        var lastNumber = 0
        var alarms: [Int: ChangeAlarm] = [:]
        var subscription: ChangeFeed.Subscription?
        var heartbeat: Task<Void, Never>?
    }

    /// Of streams at a time: a browser has no more than a few.
    static let limit = 64

    private let library: Library
    private let interval: Duration
    private let state = Mutex(State())

    /// - Parameter interval: between signs of life.
    init(of library: Library, interval: Duration) {
        self.library = library
        self.interval = interval
    }

    /// Rings the alarm of the place after each commit from now on. Blocks.
    ///
    /// - Throws: `Refusal` where there are too many streams; `LibraryError` where changes cannot be heard.
    func join() throws -> Place {
        try state.withLock { state in
            guard state.alarms.count < Self.limit else { throw Refusal.tooManyStreams }
            if state.subscription == nil {
                state.subscription = try library.changes.subscribe { [weak self] _ in self?.ring(.change) }
                state.heartbeat = Task { [weak self, interval] in
                    while (try? await Task.sleep(for: interval)) != nil { self?.ring(.heartbeat) }
                }
            }
            state.lastNumber += 1
            let place = Place(state.lastNumber, of: self)
            state.alarms[place.number] = place.alarm
            return place
        }
    }

    /// How many streams there are.
    var count: Int { state.withLock { $0.alarms.count } }

    private func ring(_ wake: ChangeAlarm.Wake) {
        // Without the lock: a stream may end when its alarm rings, and leave.
        let alarms = state.withLock { Array($0.alarms.values) }
        for alarm in alarms { alarm.ring(wake) }
    }

    private func leave(_ number: Int) {
        let subscription = state.withLock { state -> ChangeFeed.Subscription? in
            state.alarms[number] = nil
            guard state.alarms.isEmpty else { return nil }
            state.heartbeat?.cancel()
            state.heartbeat = nil
            defer { state.subscription = nil }
            return state.subscription
        }
        subscription?.cancel()
    }
}

extension Refusal {
    fileprivate static let tooManyStreams = Refusal(
        status: .serviceUnavailable, code: "tooManyStreams",
        message: "At most \(ChangeAlarms.limit) pages can follow the library at a time. Close one of them.")
}
