import Albumen
import HTTPTypes
import Synchronization

/// Rings the alarms of all change streams: after commits, and at intervals for heartbeats. All streams share one
/// subscription to the library, which exists while there are streams. A stream reads missed changes from the library's
/// history.
final class ChangeAlarms: Sendable {
    /// A stream's registration. It ends when the object is deallocated.
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
        /// The clients of the streams that aren't of the owner's pages.
        var clients: [Int: String] = [:]
        var subscription: ChangeFeed.Subscription?
        /// Hears of tokens and remembered picks, which have no change number.
        var bell: ChangeFeed.Subscription?
        var questions: QuestionWatch?
        var questionsVersion = 0
        var heartbeat: Task<Void, Never>?
    }

    /// The largest number of concurrent streams of the owner's pages. A browser opens only a few.
    static let limit = 64
    /// The largest number of concurrent streams of all clients. They don't take the places of the owner's pages.
    static let clientsLimit = 64
    /// The largest number of concurrent streams of one client.
    static let clientLimit = 8

    private let library: Library
    private let interval: Duration
    private let state = Mutex(State())

    /// - Parameter interval: The time between heartbeats.
    init(of library: Library, interval: Duration) {
        self.library = library
        self.interval = interval
    }

    /// Registers a stream, and rings its alarm after each later commit. Blocks.
    ///
    /// - Parameter client: The client that has the stream, or `nil` for the owner's page.
    /// - Throws: `Refusal` if there are too many streams. `LibraryError` if the library can't report changes.
    func join(client: String? = nil) throws -> Place {
        try state.withLock { state in
            if let client {
                guard state.clients.values.count(where: { $0 == client }) < Self.clientLimit,
                    state.clients.count < Self.clientsLimit
                else { throw Refusal.tooManyClientStreams }
            } else {
                guard state.alarms.count - state.clients.count < Self.limit else { throw Refusal.tooManyStreams }
            }
            if state.subscription == nil {
                let questions = try QuestionWatch(library) { [weak self] _ in self?.noteQuestions() }
                state.bell = try library.changes.subscribeToBell { [weak self] in self?.ring(.change) }
                state.subscription = try library.changes.subscribe { [weak self] _ in self?.ring(.change) }
                state.questions = questions
                state.heartbeat = Task { [weak self, interval] in
                    while (try? await Task.sleep(for: interval)) != nil { self?.ring(.heartbeat) }
                }
            }
            state.lastNumber += 1
            let place = Place(state.lastNumber, of: self)
            state.alarms[place.number] = place.alarm
            state.clients[place.number] = client
            return place
        }
    }

    /// Wakes all streams, because the waiting sessions of the picker have changed.
    func ringForPicks() { ring(.change) }

    /// Wakes all streams, because an edit has progressed.
    func ringForEdits() { ring(.change) }

    /// Wakes all streams, because an import has progressed.
    func ringForImports() { ring(.change) }

    /// Wakes all streams, because the pairing of a device has progressed.
    func ringForDevices() { ring(.change) }

    private func noteQuestions() {
        state.withLock { $0.questionsVersion += 1 }
        ring(.change)
    }

    /// The number of changes of the open questions.
    var questionsVersion: Int { state.withLock { $0.questionsVersion } }

    /// The number of streams.
    var count: Int { state.withLock { $0.alarms.count } }

    /// Whether a page of the owner is open, which shows questions.
    var hasPages: Bool { state.withLock { $0.alarms.count > $0.clients.count } }

    private func ring(_ wake: ChangeAlarm.Wake) {
        // Rings without holding the lock, because a stream can end when its alarm rings, and then calls `leave`.
        let alarms = state.withLock { Array($0.alarms.values) }
        for alarm in alarms { alarm.ring(wake) }
    }

    private func leave(_ number: Int) {
        let (subscriptions, questions) = state.withLock { state -> ([ChangeFeed.Subscription?], QuestionWatch?) in
            state.alarms[number] = nil
            state.clients[number] = nil
            guard state.alarms.isEmpty else { return ([], nil) }
            state.heartbeat?.cancel()
            state.heartbeat = nil
            defer { (state.subscription, state.bell, state.questions) = (nil, nil, nil) }
            return ([state.subscription, state.bell], state.questions)
        }
        for subscription in subscriptions { subscription?.cancel() }
        questions?.cancel()
    }
}

extension Refusal {
    fileprivate static let tooManyStreams = Refusal(
        status: .serviceUnavailable, code: "tooManyStreams",
        message: "At most \(ChangeAlarms.limit) pages can follow the library at a time. Close one of them.")

    fileprivate static let tooManyClientStreams = Refusal(
        status: .serviceUnavailable, code: "tooManyStreams",
        message: "A client can follow the library with at most \(ChangeAlarms.clientLimit) streams at a time, and all "
            + "clients together with \(ChangeAlarms.clientsLimit). End one of them.")
}
