import Albumen
import BlobStore
import Foundation
import HTTPTypes
import PickerWire
import Synchronization

/// The sessions of the picker. They live as long as the server. Any thread can call the methods.
///
/// Each method first ends the sessions whose time is over. `sweep` does only that, for sessions that nobody asks about.
final class PickSessions: Sendable {
    struct State {
        var sessions: [String: PickSession] = [:]
        /// The requests that wait for a change, by session.
        var waiters: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
        var listeners: [String: [Int: AsyncStream<PickEvent>.Continuation]] = [:]
        /// Whether the server ends all streams of events, so that their ends say nothing about windows.
        var isStopping = false
        var lastNumber = 0
        /// Counts the changes of the sessions of the owner's programs that wait.
        var waitingVersion = 0
    }

    let limits: PickLimits
    let now: @Sendable () -> Date
    let state = Mutex(State())
    /// Called after a session of an owner's program started or stopped waiting, with the session if it's new.
    private let waitingChanged = Mutex<[@Sendable (PickSession?) -> Void]>([])
    /// Called with the number of a session that has ended or lost its bytes.
    private let ended = Mutex<[@Sendable (String) -> Void]>([])

    init(limits: PickLimits = PickLimits(), now: @escaping @Sendable () -> Date = { Date() }) {
        self.limits = limits
        self.now = now
    }

    func whenWaitingChanges(_ action: @escaping @Sendable (PickSession?) -> Void) {
        waitingChanged.withLock { $0.append(action) }
    }

    func whenEnded(_ action: @escaping @Sendable (String) -> Void) {
        ended.withLock { $0.append(action) }
    }

    /// Calls the actions. No lock is held.
    func notify(waiting: PickSession??, ended numbers: [String]) {
        if let session = waiting {
            for action in waitingChanged.withLock({ $0 }) { action(session) }
        }
        guard !numbers.isEmpty else { return }
        for action in ended.withLock({ $0 }) { numbers.forEach(action) }
    }

    /// The number of changes of the sessions of the owner's programs that wait.
    var waitingVersion: Int { state.withLock { $0.waitingVersion } }

    // MARK: Apps

    /// Creates a session and returns it with its result token.
    ///
    /// - Throws: `Refusal` (429) if too many sessions wait.
    func create(
        _ configuration: PickConfiguration, for requester: PickRequester, preselected: [PickSession.Asset],
        names: [PickSession.PreselectedName] = []
    ) throws -> (session: PickSession, token: String) {
        let (number, token) = (try SecretToken(), try SecretToken())
        return try change { state, now, effects in
            try makeWaitingPlace(for: requester.share, in: &state, &effects)
            try makeRoom(for: requester.share, in: &state, now, &effects)
            // Addresses need no 256 bits, because the number is no secret.
            let session = PickSession(
                number: String(number.text.prefix(22)), token: token.digest, requester: requester, created: now,
                configuration: configuration, chosen: preselected, preselected: preselected, preselectedNames: names,
                lastSeen: now)
            state.sessions[session.number] = session
            if session.isAnnounced { effects.waiting = .some(session) }
            return (session, token.text)
        }
    }

    /// The seconds after which an app can try again.
    static let retryTime = 30

    /// Returns the session of a result token, or `nil` if there is none.
    func session(withToken token: String) throws -> PickSession? {
        let digest = try SecretToken.digest(of: token)
        return try change { state, _, _ in state.sessions.values.first { $0.token == digest } }
    }

    func session(_ number: String) throws -> PickSession? {
        try change { state, _, _ in state.sessions[number] }
    }

    /// Returns the session after a change that the app sees, or after the longest time.
    ///
    /// - Parameter revision: The revision that the app has.
    /// - Throws: `Refusal` if the session has been deleted, or if too many requests wait for it.
    func wait(for number: String, after revision: Int) async throws -> PickSession {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let place = try change { state, _, _ -> Int? in
            guard let session = state.sessions[number] else { throw Refusal.noPick }
            guard session.appRevision <= revision, session.state.isRunning else { return nil }
            guard state.waiters[number, default: [:]].count < limits.waiters else {
                throw Refusal.tooManyPicks(retryAfter: 1)
            }
            state.lastNumber += 1
            state.waiters[number, default: [:]][state.lastNumber] = continuation
            return state.lastNumber
        }
        if let place {
            defer {
                state.withLock { state in
                    state.waiters[number]?[place] = nil
                    if state.waiters[number]?.isEmpty == true { state.waiters[number] = nil }
                }
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { return } }
                group.addTask { [patience = limits.patience] in try? await Task.sleep(for: patience) }
                _ = await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        }
        guard let session = try session(number) else { throw Refusal.noPick }
        return session
    }

    /// Resumes all requests that wait, because the server stops.
    func resumeWaiters() {
        let waiters = state.withLock { state in state.waiters.values.flatMap(\.values) }
        for waiter in waiters { waiter.yield() }
    }

    /// Applies an app's changes.
    ///
    /// - Parameter asset: Returns the UUID of an app's item, or `nil` if the app doesn't know such an asset.
    func update(
        _ number: String, _ update: PickUpdate, asset: (String) throws -> String?
    ) throws -> PickSession {
        let deselected = Set(try update.deselect.compactMap(asset))
        let move = try update.move.map { (item: try asset($0.item), after: try $0.after.map(asset)) }
        return try change { state, now, effects in
            guard var session = state.sessions[number] else { throw Refusal.noPick }
            guard session.state.isRunning else { throw Refusal.ended(session) }
            let before = session
            session.chosen.removeAll { deselected.contains($0.uuid) }
            session.deselectedNames.formUnion(deselected)
            if let move, session.canMove(move.item, after: move.after) {
                session.move(move.item, after: move.after)
            }
            if let edges = update.edges { session.configuration.edges = edges }
            if let search = update.search {
                session.configuration.search = search.isEmpty ? nil : search
                session.searchChanges += 1
            }
            if let limit = update.limit {
                session.configuration.limit = limit
                session.applyLimit()
            }
            session.noteRequestChange(since: before)
            // Counted even if no asset has such a name, so that the app doesn't learn whether there is one.
            let changesChoice = !deselected.isEmpty || move != nil || update.limit != nil
            if update.ends {
                let adds = before.state == .open && !session.loadable.isEmpty
                if adds { session.chosen = session.visible }
                session.finish(now, adds: adds, isByOwner: false)
                session.count(isVisibleToApp: true)
                effects.send(.ended(reason: "withdrawn"), to: number, state)
                if before.state == .waiting, session.isAnnounced { effects.waiting = .some(nil) }
                if session.state == .cancelled { effects.end(number) }
            } else if changesChoice || update.edges != nil || update.search != nil {
                session.count(isVisibleToApp: changesChoice && session.isDelivered(since: before))
                effects.send(.document, to: number, state)
            }
            if update.scrolls { effects.send(.scroll, to: number, state) }
            if let zoom = update.zoom { effects.send(.zoom(isIn: zoom == .in), to: number, state) }
            state.sessions[number] = session
            if session.appRevision != before.appRevision { effects.wake(number, state) }
            return session
        }
    }

    /// Ends and forgets a session, because its app has no use for it.
    func delete(_ number: String) throws {
        try change { state, _, effects in
            guard let session = state.sessions[number] else { throw Refusal.noPick }
            forget(session, in: &state, &effects)
        }
    }

    private func forget(_ session: PickSession, in state: inout State, _ effects: inout Effects) {
        let number = session.number
        if session.state.isRunning { effects.send(.ended(reason: "withdrawn"), to: number, state) }
        if session.state == .waiting, session.isAnnounced { effects.waiting = .some(nil) }
        effects.remove(number, from: &state)
    }

    /// Ends and forgets the sessions of connected sites that have lost their access.
    ///
    /// - Parameter hasEnded: Returns whether the connection with an identifier has ended.
    func deleteSessions(ofSites hasEnded: (String) -> Bool) throws {
        let sites = Set(state.withLock { state in state.sessions.values.compactMap(\.requester.site) })
        let ended = sites.filter(hasEnded)
        guard !ended.isEmpty else { return }
        try change { state, _, effects in
            for session in state.sessions.values where session.requester.site.map(ended.contains) ?? false {
                forget(session, in: &state, &effects)
            }
        }
    }

    /// Returns the newest session of a connected site that no page has opened, or `nil` if there is none.
    func waiting(of site: String) throws -> PickSession? {
        try change { state, _, _ in
            state.sessions.values.filter { $0.state == .waiting && $0.requester.site == site }
                .max { ($0.created, $0.number) < ($1.created, $1.number) }
        }
    }

    /// Ends the sessions whose time is over.
    func sweep() throws {
        try change { _, _, _ in }
    }

    /// Whether any session waits, or has bytes to load.
    func isIdle() throws -> Bool {
        try change { state, _, _ in
            state.sessions.values.allSatisfy { session in
                // A session for a client's selection has no bytes.
                session.state == .expired || (session.selection != nil && !session.state.isRunning)
            }
        }
    }

    /// The sessions that the gallery offers: those of the owner's programs that no page has opened, oldest first. Then
    /// the newest of each origin whose window waits for the owner to sign in.
    func waiting() throws -> [PickSession] {
        try change { state, _, _ in
            let waiting = state.sessions.values.filter { $0.state == .waiting && $0.isAnnounced }
                .sorted { ($0.created, $0.number) < ($1.created, $1.number) }
            var origins: Set<String> = []
            let pages = waiting.reversed().filter { session in
                session.requester.origin.map { origins.insert($0).inserted } ?? false
            }
            return waiting.filter { !$0.requester.isPage } + pages.reversed()
        }
    }
}

extension PickSession {
    /// Moves a chosen asset behind another one, or to the front without one. Ignores assets that aren't chosen.
    ///
    /// - Parameter place: `nil` for the front. The inner value is `nil` if the app doesn't know the asset.
    fileprivate mutating func move(_ uuid: String?, after place: String??) {
        guard let index = chosen.firstIndex(where: { $0.uuid == uuid }) else { return }
        switch place {
        case .none: chosen.insert(chosen.remove(at: index), at: 0)
        case .some(let other):
            guard other != uuid, chosen.contains(where: { $0.uuid == other }) else { return }
            let asset = chosen.remove(at: index)
            chosen.insert(asset, at: (chosen.firstIndex { $0.uuid == other } ?? -1) + 1)
        }
    }
}

extension Refusal {
    /// The response is the same for an unknown session, a foreign one, and an item that isn't in it.
    static let noPick = notFound("There is no such session, or nothing of this kind in it.")

    /// The refusal of a request for a session that isn't running.
    static func ended(_ session: PickSession) -> Refusal {
        session.state == .expired
            ? Refusal(
                status: .gone, code: "pickExpired",
                message: "This session has expired. Start a new one to choose again.")
            : Refusal(
                status: .gone, code: "pickEnded", message: "This session has ended. Start a new one to choose again.")
    }

    static func tooManyPicks(retryAfter seconds: Int) -> Refusal {
        Refusal(
            status: .tooManyRequests, code: "tooMany",
            message: "Too many sessions wait for the user. Delete one of them, or try again later.",
            headers: [.retryAfter: "\(seconds)"])
    }
}
