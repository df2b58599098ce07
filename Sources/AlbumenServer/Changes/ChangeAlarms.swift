import Albumen
import HTTPTypes
import Synchronization

/// Wakes the streams of changes: after commits, and now and then for a sign of life. One subscription to the library for all of
/// them, as long as there is one. What a stream missed is in the library's history, not here.
final class ChangeAlarms: Sendable {
    enum Wake: Sendable {
        case change
        /// Nothing need have happened. A stream that writes then finds out whether anybody reads.
        case heartbeat
    }

    /// A place among the streams, until it is let go.
    final class Place: Sendable {
        /// However many wakes come while nobody waits for one, they are one. Ends with the stream. For one to wait on.
        let wakes: AsyncStream<Wake>
        fileprivate let number: Int
        fileprivate let continuation: AsyncStream<Wake>.Continuation
        private let alarms: ChangeAlarms
        private let ended = Mutex(false)

        fileprivate init(_ number: Int, of alarms: ChangeAlarms) {
            self.number = number
            self.alarms = alarms
            (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        deinit { alarms.leave(number) }

        /// Whether the stream is to stop as soon as it can.
        var isEnded: Bool { ended.withLock { $0 } }

        func end() {
            ended.withLock { $0 = true }
            continuation.finish()
        }
    }

    private struct State {
        var lastNumber = 0
        var continuations: [Int: AsyncStream<Wake>.Continuation] = [:]
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

    /// Wakes whoever has the place after each commit from now on. Blocks.
    ///
    /// - Throws: `Refusal` where there are too many streams; `LibraryError` where changes cannot be heard.
    func join() throws -> Place {
        try state.withLock { state in
            guard state.continuations.count < Self.limit else { throw Refusal.tooManyStreams }
            if state.subscription == nil {
                state.subscription = try library.changes.subscribe { [weak self] _ in self?.wake(.change) }
                state.heartbeat = Task { [weak self, interval] in
                    while (try? await Task.sleep(for: interval)) != nil { self?.wake(.heartbeat) }
                }
            }
            state.lastNumber += 1
            let place = Place(state.lastNumber, of: self)
            state.continuations[place.number] = place.continuation
            return place
        }
    }

    /// How many streams there are.
    var count: Int { state.withLock { $0.continuations.count } }

    private func wake(_ wake: Wake) {
        // Whoever is woken may end, and let go of its place.
        let continuations = state.withLock { Array($0.continuations.values) }
        for continuation in continuations { continuation.yield(wake) }
    }

    private func leave(_ number: Int) {
        let subscription = state.withLock { state -> ChangeFeed.Subscription? in
            state.continuations[number] = nil
            guard state.continuations.isEmpty else { return nil }
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
