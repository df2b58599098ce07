import AlbumenTestSupport
import Foundation
import HTTPTypes
import PickerWire
import Synchronization
import Testing

@testable import AlbumenServer

@Suite struct PickSessionsTests {
    private let clock = TestClock()
    private let picks: PickSessions
    private let app = PickRequester.origin("http://app.example")
    private let program = PickRequester.program(user: 0, path: "/bin/app", isOwner: true)

    init() {
        var limits = PickLimits()
        limits.patience = .seconds(600)
        picks = PickSessions(limits: limits, now: clock.now)
    }

    private static func asset(_ number: Int64) -> PickSession.Asset {
        PickSession.Asset(uuid: "asset \(number)", row: number)
    }

    private func create(
        _ change: (inout PickConfiguration) -> Void = { _ in }, preselected: [PickSession.Asset] = [],
        for requester: PickRequester? = nil
    ) throws -> PickSession {
        var configuration = PickConfiguration()
        configuration.limit = 0
        change(&configuration)
        return try picks.create(configuration, for: requester ?? app, preselected: preselected).session
    }

    private func update(_ json: String, of number: String) throws -> PickSession {
        let update = try JSONDecoder().decode(PickUpdate.self, from: Data(json.utf8))
        return try picks.update(number, update) { $0 }
    }

    @Test func `eight sessions of a requester wait, and 64 in all`() throws {
        for _ in 0..<8 { _ = try create() }
        let refusal = #expect(throws: Refusal.self) { try create() }
        #expect(refusal?.status == .tooManyRequests)
        #expect(refusal?.headers[.retryAfter] == "30")
        for number in 0..<24 { _ = try create(for: .origin("http://\(number / 8).example")) }
        for number in 0..<24 {
            _ = try create(for: .program(user: uid_t(2000 + number / 8), path: nil, isOwner: false))
        }
        #expect(throws: Refusal.self) { try create(for: .program(user: 3000, path: nil, isOwner: false)) }
        for _ in 0..<8 { _ = try create(for: .program(user: 1000, path: "/bin/app", isOwner: true)) }
        #expect(throws: Refusal.self) { try create(for: .program(user: 0, path: "/bin/root", isOwner: true)) }
        clock.advance(by: 600)
        #expect(throws: Never.self) { try create() }
    }

    @Test func `a session expires if no page opens it for ten minutes`() throws {
        let session = try create()
        clock.advance(by: 599)
        #expect(try picks.session(session.number)?.state == .waiting)
        clock.advance(by: 1)
        #expect(try picks.session(session.number)?.state == .expired)
        let refusal = #expect(throws: Refusal.self) { try picks.open(session.number, in: "page") }
        #expect(refusal?.code == "pickExpired")
        clock.advance(by: 3600)
        #expect(try picks.session(session.number) == nil)
    }

    @Test func `a connected page keeps a session open`() throws {
        let session = try create()
        _ = try picks.open(session.number, in: "page")
        var listener: PickSessions.Listener? = try picks.listen(to: session.number, in: "page")
        clock.advance(by: 7200)
        #expect(try picks.session(session.number)?.state == .open)
        let refusal = #expect(throws: Refusal.self) { try picks.open(session.number, in: "other") }
        #expect(refusal?.code == "pickIsOpen")
        #expect(throws: Never.self) { try picks.open(session.number, in: "page") }
        withExtendedLifetime(listener) {}
        listener = nil
        #expect(throws: Never.self) { try picks.open(session.number, in: "other") }
    }

    /// Opens a session in a page that then closes.
    private func openAndClose(_ session: PickSession) throws {
        _ = try picks.open(session.number, in: "page")
        withExtendedLifetime(try picks.listen(to: session.number, in: "page")) {}
    }

    @Test func `a session whose window has closed is cancelled within three seconds`() async throws {
        let session = try create(preselected: [Self.asset(1)])
        try openAndClose(session)
        async let waiting = picks.wait(for: session.number, after: session.appRevision + 1)
        clock.advance(by: 1.9)
        #expect(try picks.session(session.number)?.state == .open)
        clock.advance(by: 1)
        try picks.sweep()
        let cancelled = try await waiting
        #expect(cancelled.state == .cancelled)
        #expect(cancelled.visible == [Self.asset(1)] && cancelled.loadable == [])
        let refusal = #expect(throws: Refusal.self) { try picks.open(session.number, in: "page") }
        #expect(refusal?.code == "pickEnded")
    }

    @Test func `a page that reconnects keeps its session`() throws {
        let session = try create()
        _ = try picks.open(session.number, in: "page")
        var streams = try (0..<2).map { _ in try picks.listen(to: session.number, in: "page") }
        streams.removeLast()
        clock.advance(by: 600)
        #expect(try picks.session(session.number)?.state == .open)
        streams.removeLast()
        clock.advance(by: 1)
        streams.append(try picks.listen(to: session.number, in: "page"))
        clock.advance(by: 600)
        #expect(try picks.session(session.number)?.state == .open)
        withExtendedLifetime(streams) {}
    }

    @Test func `a page that loads again keeps its session for a minute`() throws {
        let session = try create()
        _ = try picks.open(session.number, in: "page")
        var stream: PickSessions.Listener? = try picks.listen(to: session.number, in: "page")
        withExtendedLifetime(stream) {}
        try picks.noteArrival(at: session.number)
        stream = nil
        clock.advance(by: 50)
        _ = try picks.open(session.number, in: "again")
        clock.advance(by: 50)
        #expect(try picks.session(session.number)?.state == .open)
        stream = try picks.listen(to: session.number, in: "again")
        clock.advance(by: 600)
        #expect(try picks.session(session.number)?.state == .open)
        stream = nil
        clock.advance(by: 2)
        #expect(try picks.session(session.number)?.state == .cancelled)
    }

    @Test func `another window can have a session after the first has closed`() throws {
        let session = try create()
        _ = try picks.open(session.number, in: "page")
        var stream: PickSessions.Listener? = try picks.listen(to: session.number, in: "page")
        withExtendedLifetime(stream) {}
        try picks.noteArrival(at: session.number)
        #expect(throws: Refusal.self) { try picks.open(session.number, in: "other") }
        stream = nil
        clock.advance(by: 1)
        _ = try picks.open(session.number, in: "other")
        clock.advance(by: 59)
        #expect(try picks.session(session.number)?.state == .open)
        clock.advance(by: 1)
        #expect(try picks.session(session.number)?.state == .cancelled)
    }

    @Test func `a window that waits for an open session gets it within a minute after the other has closed`() throws {
        for (pause, state) in [(9.0, PickSession.State.open), (11, .cancelled)] {
            let session = try create()
            _ = try picks.open(session.number, in: "page")
            var stream: PickSessions.Listener? = try picks.listen(to: session.number, in: "page")
            withExtendedLifetime(stream) {}
            #expect(throws: Refusal.self) { try picks.open(session.number, in: "other") }
            clock.advance(by: pause)
            stream = nil
            clock.advance(by: 30)
            #expect(try picks.session(session.number)?.state == state, "\(pause)")
        }
    }

    @Test func `a session that has ended, or whose stream the server ended, isn't cancelled`() throws {
        let added = try picks.open(create().number, in: "page")
        var stream: PickSessions.Listener? = try picks.listen(to: added.number, in: "page")
        withExtendedLifetime(stream) {}
        let chosen = try picks.select(added.number, revision: added.revision, [Self.asset(1)], removes: nil)
        _ = try picks.end(added.number, revision: chosen.revision, adds: true, removes: [])
        stream = nil
        let dismissed = try picks.open(create().number, in: "page")
        stream = try picks.listen(to: dismissed.number, in: "page")
        stream?.dismiss()
        stream = nil
        clock.advance(by: 60)
        #expect(try picks.session(added.number)?.loadable == [Self.asset(1)])
        #expect(try picks.session(dismissed.number)?.state == .open)
        let stopping = try picks.open(create().number, in: "page")
        stream = try picks.listen(to: stopping.number, in: "page")
        picks.endStreams()
        stream = nil
        clock.advance(by: 60)
        #expect(try picks.session(stopping.number)?.state == .open)
    }

    @Test func `a client's selection stays open after its window has closed`() throws {
        let number = try picks.select(for: "App", question: nil, program: nil)
        try openAndClose(#require(try picks.session(number)))
        clock.advance(by: 599)
        #expect(try picks.session(number)?.state == .open)
    }

    @Test func `bytes expire an hour after the choice`() throws {
        let session = try picks.open(create().number, in: "")
        _ = try picks.select(session.number, revision: session.revision, [Self.asset(1)], removes: nil)
        let added = try picks.end(session.number, revision: session.revision + 1, adds: true, removes: [.location])
        #expect(added.loadable == [Self.asset(1)])
        #expect(added.removes == [.location])
        clock.advance(by: 3600)
        let expired = try picks.session(session.number)
        #expect(expired?.state == .expired)
        #expect(expired?.loadable == [])
    }

    @Test func `cancelling restores the preselection without its bytes (§10.28)`() throws {
        let kept = [Self.asset(1), Self.asset(2)]
        let session = try picks.open(create(preselected: kept).number, in: "")
        _ = try picks.select(session.number, revision: session.revision, [Self.asset(3)], removes: nil)
        let cancelled = try picks.end(session.number, revision: session.revision + 1, adds: false, removes: [])
        #expect(cancelled.visible == kept)
        #expect(cancelled.loadable == [])
        let confirmed = try picks.open(create(preselected: kept).number, in: "")
        let added = try picks.end(confirmed.number, revision: confirmed.revision, adds: true, removes: [])
        #expect(added.loadable == kept)
    }

    @Test func `only continuous sessions deliver the selection before its end`() throws {
        for selection in PickConfiguration.Selection.allCases {
            let session = try picks.open(create({ $0.selection = selection }, for: program).number, in: "")
            let changed = try picks.select(session.number, revision: session.revision, [Self.asset(1)], removes: nil)
            #expect(changed.visible.isEmpty != selection.isContinuous)
            #expect((changed.appRevision == session.appRevision) != selection.isContinuous)
            try picks.delete(session.number)
        }
    }

    @Test func `changes need the current revision and keep the limit`() throws {
        let session = try picks.open(create { $0.limit = 1 }.number, in: "")
        let revision = session.revision
        let tooMany = #expect(throws: Refusal.self) {
            try picks.select(session.number, revision: revision, [Self.asset(1), Self.asset(2)], removes: nil)
        }
        #expect(tooMany?.code == "limit")
        _ = try picks.select(session.number, revision: revision, [Self.asset(1)], removes: nil)
        let stale = #expect(throws: Refusal.self) {
            try picks.select(session.number, revision: revision, [Self.asset(2)], removes: nil)
        }
        #expect(stale?.code == "pickChanged")
        #expect(throws: Refusal.self) { try picks.end(session.number, revision: revision, adds: true, removes: []) }
        #expect(try picks.session(session.number)?.chosen == [Self.asset(1)])
        _ = try picks.end(session.number, revision: revision + 1, adds: true, removes: [])
        let second = #expect(throws: Refusal.self) {
            try picks.end(session.number, revision: revision + 2, adds: true, removes: [])
        }
        #expect(second?.code == "pickEnded")
    }

    @Test func `an app deselects, moves and limits assets (§9.2)`() throws {
        let assets = (1...4).map { Self.asset(Int64($0)) }
        let session = try create({ $0.selection = .continuousAndOrdered }, preselected: assets)
        _ = try picks.open(session.number, in: "")
        func names(_ json: String) throws -> [Int64] { try update(json, of: session.number).chosen.map(\.row) }
        #expect(try names(#"{"deselect": ["asset 2", "unknown"]}"#) == [1, 3, 4])
        #expect(try names(#"{"move": {"item": "asset 1", "after": "asset 4"}}"#) == [3, 4, 1])
        #expect(try names(#"{"move": {"item": "asset 1", "after": null}}"#) == [1, 3, 4])
        #expect(try names(#"{"move": {"item": "asset 1", "after": "unknown"}}"#) == [1, 3, 4])
        #expect(try names(#"{"limit": 2}"#) == [1, 3])
        let ended = try update(#"{"end": true}"#, of: session.number)
        #expect(ended.state == .cancelled)
    }

    @Test func `an app that ends a continuous session keeps its items`() throws {
        let session = try picks.open(create({ $0.selection = .continuous }, for: program).number, in: "")
        _ = try picks.select(session.number, revision: session.revision, [Self.asset(1)], removes: nil)
        #expect(try update(#"{"end": true}"#, of: session.number).loadable == [Self.asset(1)])
    }

    /// Selects assets in a session, and returns it.
    private func select(_ numbers: [Int64], in number: String, confirms: Bool = false) throws -> PickSession {
        let session = try #require(try picks.session(number))
        return try picks.select(
            number, revision: session.revision, numbers.map(Self.asset), removes: nil, confirms: confirms)
    }

    @Test func `a continuous session of a page delivers nothing before a confirmation`() throws {
        let opened = try picks.open(create { $0.selection = .continuous }.number, in: "")
        #expect(opened.needsConfirmation)
        let selected = try select([1, 2], in: opened.number)
        #expect(selected.visible.isEmpty && selected.appRevision == opened.appRevision)
        #expect(try select([], in: opened.number, confirms: true).needsConfirmation)
        let confirmed = try select([1], in: opened.number, confirms: true)
        #expect(confirmed.visible == [Self.asset(1)] && confirmed.appRevision > opened.appRevision)
        let further = try select([1, 2], in: opened.number)
        #expect(further.loadable == [Self.asset(1), Self.asset(2)] && further.appRevision > confirmed.appRevision)
    }

    @Test func `a page that ends a session without a confirmation gets nothing`() throws {
        let session = try picks.open(create { $0.selection = .continuous }.number, in: "")
        _ = try select([1, 2], in: session.number)
        let ended = try update(#"{"end": true}"#, of: session.number)
        #expect(ended.state == .cancelled && ended.visible.isEmpty)
    }

    @Test(arguments: [#"{"limit": 5}"#, #"{"edgesWithoutContentMargins": ["top"]}"#])
    func `after a page has changed its request, nothing new is delivered before another confirmation`(
        _ change: String
    ) throws {
        let session = try picks.open(create { $0.selection = .continuous }.number, in: "")
        let confirmed = try select([1, 2], in: session.number, confirms: true)
        let changed = try update(change, of: session.number)
        #expect(changed.needsConfirmation && changed.requestChanges == 1)
        #expect(changed.visible == confirmed.visible)
        // The app still learns of items that are removed.
        let fewer = try select([2, 3], in: session.number)
        #expect(fewer.visible == [Self.asset(2)] && fewer.appRevision > confirmed.appRevision)
        #expect(try select([2, 3, 4], in: session.number).appRevision == fewer.appRevision)
        let ended = try update(#"{"end": true}"#, of: session.number)
        #expect(ended.state == .added && ended.loadable == [Self.asset(2)])
    }

    @Test func `an app's searches are counted, and change nothing of the request`() throws {
        let session = try picks.open(create { ($0.selection, $0.search) = (.continuous, "Lisbon") }.number, in: "")
        #expect(session.configuration.search == "Lisbon" && session.searchChanges == 0)
        let confirmed = try select([1], in: session.number, confirms: true)
        for (count, json) in [#"{"search": " Sea\u202e  side\n"}"#, #"{"search": "Sea side"}"#].enumerated() {
            let searched = try update(json, of: session.number)
            #expect(searched.configuration.search == "Sea side" && searched.searchChanges == count + 1)
            #expect(searched.requestChanges == 0 && !searched.needsConfirmation)
            #expect(searched.visible == confirmed.visible && searched.appRevision == confirmed.appRevision)
        }
        for (count, json) in [#"{"search": " "}"#, #"{"search": null}"#].enumerated() {
            let cleared = try update(json, of: session.number)
            #expect(cleared.configuration.search == nil && cleared.searchChanges == count + 3)
        }
        #expect(try update(#"{"zoom": "in"}"#, of: session.number).searchChanges == 4)
        let long = String(repeating: "x", count: PickConfiguration.searchLimit + 1)
        #expect(throws: DecodingError.self) { try update(#"{"search": "\#(long)"}"#, of: session.number) }
    }

    @Test func `changes of a request count once a page has opened its session`() throws {
        let session = try create(for: program)
        #expect(try update(#"{"limit": 3}"#, of: session.number).requestChanges == 0)
        _ = try picks.open(session.number, in: "")
        #expect(try update(#"{"limit": 3, "zoom": "in"}"#, of: session.number).requestChanges == 0)
        #expect(try update(#"{"limit": 1}"#, of: session.number).requestChanges == 1)
    }

    @Test func `a page hears the app's calls and the end`() async throws {
        let session = try picks.open(create().number, in: "")
        let listener = try picks.listen(to: session.number, in: "")
        _ = try update(#"{"scrollToInitialPosition": true, "zoom": "in"}"#, of: session.number)
        _ = try update(#"{"limit": 3}"#, of: session.number)
        try picks.delete(session.number)
        listener.end()
        var events: [PickEvent] = []
        for await event in listener.events { events.append(event) }
        #expect(events == [.scroll, .zoom(isIn: true), .document, .ended(reason: "withdrawn")])
    }

    @Test func `a waiting request returns after a change`() async throws {
        let session = try create()
        async let changed = picks.wait(for: session.number, after: session.appRevision)
        try await waitUntil { picks.state.withLock { $0.waiters[session.number]?.isEmpty == false } }
        _ = try picks.open(session.number, in: "")
        #expect(try await changed.state == .open)
        try picks.delete(session.number)
        await #expect(throws: Refusal.self) { try await picks.wait(for: session.number, after: 9) }
    }

    @Test func `the gallery offers a page's session while a window waits for signing in`() throws {
        var (first, second) = (try create(), try create())
        if first.number > second.number { (first, second) = (second, first) }
        #expect(try picks.waiting().isEmpty)
        let version = picks.waitingVersion
        #expect(try picks.noteVisitor(at: first.number) == app)
        #expect(picks.waitingVersion == version + 1)
        #expect(try picks.noteVisitor(at: first.number) == app)
        #expect(picks.waitingVersion == version + 1)
        _ = try picks.noteVisitor(at: second.number)
        let own = try create(for: program)
        let other = try create(for: .origin("http://b.example"))
        _ = try picks.noteVisitor(at: other.number)
        // One for each origin, after the programs.
        let offered = try picks.waiting().map(\.number)
        #expect(offered.first == own.number && Set(offered) == [own.number, second.number, other.number])
        _ = try picks.open(other.number, in: "")
        #expect(try picks.noteVisitor(at: other.number) == nil)
        #expect(Set(try picks.waiting().map(\.number)) == [own.number, second.number])
    }

    @Test func `a page's session ends when no window waits for signing in any more`() throws {
        let (session, own) = (try create(), try create(for: program))
        let opened = try create(for: .origin("http://b.example"))
        for each in [session, own, opened] { _ = try picks.noteVisitor(at: each.number) }
        _ = try picks.open(opened.number, in: "")
        clock.advance(by: 60)
        _ = try picks.noteVisitor(at: session.number)
        clock.advance(by: 69)
        #expect(Set(try picks.waiting().map(\.number)) == [own.number, session.number])
        clock.advance(by: 1)
        #expect(try picks.waiting().map(\.number) == [own.number])
        #expect(picks.state.withLock { $0.sessions[session.number]?.state } == .cancelled)
        #expect(picks.state.withLock { $0.sessions[opened.number]?.state } == .open)
        #expect(try picks.noteVisitor(at: session.number) == nil)
    }

    @Test func `a page of another user's program is never offered`() throws {
        let foreign = try create(for: .origin("http://app.example", user: 2000, isOwner: false))
        #expect(try picks.noteVisitor(at: foreign.number) == nil)
        #expect(try picks.noteVisitor(at: "unknown") == nil)
        #expect(try picks.waiting().isEmpty)
    }

    @Test func `a token belongs to one session, and the list of waiting ones has no pages`() throws {
        let (first, token) = try picks.create(PickConfiguration(), for: app, preselected: [])
        let second = try create(for: program)
        #expect(try picks.session(withToken: token)?.number == first.number)
        #expect(try picks.session(withToken: first.number) == nil)
        #expect(try picks.waiting().map(\.number) == [second.number])
        #expect(PickNumber.isValid(first.number))
        _ = try picks.open(second.number, in: "")
        #expect(try picks.waiting().isEmpty)
    }
}
