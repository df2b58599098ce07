import Foundation
import HTTPTypes
import PickerWire
import Synchronization

/// The calls of the owner's page.
extension PickSessions {
    /// Notes that the browser has loaded the document of a session's page.
    ///
    /// A browser loads the document before it closes the page that the document replaces. So the server can distinguish
    /// a reload from a closed window.
    func noteArrival(at number: String) throws {
        try change { state, now, _ in
            guard let session = state.sessions[number], session.state.isRunning else { return }
            state.sessions[number]?.arrival = now
            if session.closing != nil { state.sessions[number]?.closing = now.addingTimeInterval(limits.loading) }
        }
    }

    /// Notes that a browser without the owner's cookie shows who asks, and returns the requester.
    ///
    /// - Returns: `nil` if no such session of the owner's pages and programs waits.
    func noteVisitor(at number: String) throws -> PickRequester? {
        try change { state, now, effects in
            guard var session = state.sessions[number], session.state == .waiting, session.selection == nil,
                session.requester.isOwner
            else { return nil }
            let wasAnnounced = session.isAnnounced
            session.visited = now
            session.lastSeen = now
            state.sessions[number] = session
            if session.isAnnounced != wasAnnounced { effects.waiting = .some(nil) }
            return session.requester
        }
    }

    /// Opens a session in a page.
    ///
    /// - Parameter page: The page's name for itself. Only one page at a time can have the session.
    /// - Throws: `Refusal` if the session doesn't exist, has ended, or is open in another page.
    func open(_ number: String, in page: String) throws -> PickSession {
        try change { state, now, effects in
            guard var session = state.sessions[number] else { throw Refusal.noPick }
            guard session.state.isRunning else { throw Refusal.ended(session) }
            let isArriving = session.arrival != nil
            state.sessions[number]?.arrival = nil
            if let other = session.page, other.name != page {
                state.sessions[number]?.attempt = now
                throw Refusal.pickIsOpen
            }
            session.arrival = nil
            if session.page == nil, isArriving || session.closing != nil {
                session.closing = now.addingTimeInterval(limits.loading)
            }
            session.lastSeen = now
            if session.state == .waiting {
                session.state = .open
                session.count(isVisibleToApp: true)
                effects.wake(number, state)
                if session.isAnnounced { effects.waiting = .some(nil) }
            }
            state.sessions[number] = session
            return session
        }
    }

    /// Replaces the selection.
    ///
    /// - Parameters:
    ///   - revision: The revision that the page has seen.
    ///   - removes: The metadata that the user leaves out, or `nil` to keep them. The app's own list can't shrink.
    ///   - confirms: Whether the user has confirmed that the app of a continuous session receives the assets.
    /// - Throws: `Refusal` if the session has changed since the revision, or has ended, or for more assets than its limit.
    func select(
        _ number: String, revision: Int, _ assets: [PickSession.Asset],
        removes: Set<PickConfiguration.Removal>?, confirms: Bool = false
    ) throws -> PickSession {
        try change { state, _, effects in
            guard var session = state.sessions[number] else { throw Refusal.noPick }
            guard session.state == .open else { throw Refusal.ended(session) }
            guard session.selection == nil else { throw Refusal.takesDifferences }
            guard session.revision == revision else { throw Refusal.pickChanged }
            guard assets.count <= session.configuration.assetLimit else { throw Refusal.overLimit(session) }
            let before = session
            session.replaceSelection(with: assets)
            if let removes { session.userRemoves = removes }
            if confirms, !assets.isEmpty { session.isConfirmed = true }
            session.count(isVisibleToApp: session.isDelivered(since: before))
            state.sessions[number] = session
            effects.send(.document, to: number, state)
            if session.appRevision != before.appRevision { effects.wake(number, state) }
            return session
        }
    }

    /// Ends a session with Add or Cancel. Cancel restores the preselected assets.
    ///
    /// - Parameter wantsFiles: Whether the owner cancels to choose a file of the device. Ignored if the app doesn't offer
    ///   it.
    /// - Throws: As `select`.
    func end(
        _ number: String, revision: Int, adds: Bool, removes: Set<PickConfiguration.Removal>, wantsFiles: Bool = false
    ) throws -> PickSession {
        try change { state, now, effects in
            guard var session = state.sessions[number] else { throw Refusal.noPick }
            guard session.state == .open else { throw Refusal.ended(session) }
            guard session.revision == revision else { throw Refusal.pickChanged }
            session.userRemoves = removes
            session.finish(now, adds: adds, isByOwner: true)
            session.wantsFiles = wantsFiles && session.configuration.offersFiles
            session.count(isVisibleToApp: true)
            state.sessions[number] = session
            effects.send(.ended(reason: session.state.rawValue), to: number, state)
            effects.wake(number, state)
            if !adds { effects.end(number) }
            return session
        }
    }

    /// A page's stream of events. It ends when the object is deallocated.
    final class Listener: Sendable {
        let events: AsyncStream<PickEvent>
        private let continuation: AsyncStream<PickEvent>.Continuation
        private let leave: @Sendable (_ isClosed: Bool) -> Void
        private let isDismissed = Mutex(false)

        fileprivate init(
            _ events: AsyncStream<PickEvent>, _ continuation: AsyncStream<PickEvent>.Continuation,
            leave: @escaping @Sendable (_ isClosed: Bool) -> Void
        ) {
            self.events = events
            self.continuation = continuation
            self.leave = leave
        }

        deinit { leave(!isDismissed.withLock { $0 }) }

        func beat() { continuation.yield(.heartbeat) }

        func end() { continuation.finish() }

        /// Notes that the server ends the stream, not the page.
        func dismiss() { isDismissed.withLock { $0 = true } }
    }

    /// Connects a page to the events of a session. While it's connected, no other page can open the session.
    ///
    /// - Throws: As `open`.
    func listen(to number: String, in page: String) throws -> Listener {
        let (events, continuation) = AsyncStream.makeStream(
            of: PickEvent.self, bufferingPolicy: .bufferingNewest(Self.keptEvents))
        let place = try change { state, now, _ in
            guard var session = state.sessions[number] else { throw Refusal.noPick }
            guard session.state.isRunning else { throw Refusal.ended(session) }
            if let other = session.page, other.name != page { throw Refusal.pickIsOpen }
            let streams = session.page?.streams ?? 0
            guard streams < Self.mostStreams else { throw Refusal.tooManyPicks(retryAfter: 1) }
            session.page = (page, streams + 1)
            session.closing = nil
            session.lastSeen = now
            state.sessions[number] = session
            state.lastNumber += 1
            state.listeners[number, default: [:]][state.lastNumber] = continuation
            return state.lastNumber
        }
        return Listener(events, continuation) { [weak self] in self?.leave(number, place, isClosed: $0) }
    }

    /// The largest number of event streams of one page. A browser reconnects before the old stream has ended.
    private static let mostStreams = 4
    private static let keptEvents = 64

    private func leave(_ number: String, _ place: Int, isClosed: Bool) {
        let isClosing = state.withLock { state in
            let listener = state.listeners[number]?.removeValue(forKey: place)
            listener?.finish()
            guard var session = state.sessions[number], let page = session.page else { return false }
            let now = now()
            session.page = page.streams > 1 ? (page.name, page.streams - 1) : nil
            session.lastSeen = now
            let isClosing = isClosed && !state.isStopping && session.page == nil && session.state == .open
            if isClosing {
                let isReloading = session.arrival.map { now.timeIntervalSince($0) < limits.loading } ?? false
                // Another window, or the page after a reload, that asks again until it gets the session.
                let isAwaited = session.attempt.map { now.timeIntervalSince($0) < limits.asking } ?? false
                session.closing = now.addingTimeInterval(isReloading || isAwaited ? limits.loading : limits.closed)
            }
            state.sessions[number] = session
            return isClosing
        }
        guard isClosing else { return }
        Task { [weak self, limits] in
            try? await Task.sleep(for: .seconds(limits.closed) + .milliseconds(10))
            // Fails only if the system has no random bytes. Then `PickExpiry` tries again.
            try? self?.sweep()
        }
    }

    /// Ends all streams of events, because the server stops.
    func endStreams() {
        let listeners = state.withLock { state in
            state.isStopping = true
            return state.listeners.values.flatMap(\.values)
        }
        for listener in listeners { listener.finish() }
    }
}

extension Refusal {
    static let pickChanged = Refusal(
        status: .conflict, code: "pickChanged", message: "The app has changed this selection. Read it again.")

    fileprivate static let pickIsOpen = Refusal(
        status: .conflict, code: "pickIsOpen",
        message: "This selection is open in another window. Continue there, or close that window.")

    fileprivate static func overLimit(_ session: PickSession) -> Refusal {
        Refusal(
            status: .unprocessableContent, code: "limit",
            message: "At most \(session.configuration.assetLimit) photos and videos can be chosen.",
            count: session.configuration.assetLimit)
    }
}
