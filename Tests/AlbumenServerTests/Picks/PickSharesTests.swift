import AlbumenTestSupport
import Foundation
import PickerWire
import Synchronization
import Testing

@testable import AlbumenServer

/// The shares of users and origins in the picker's sessions.
@Suite struct PickSharesTests {
    private let clock = TestClock()
    private let picks: PickSessions
    private let app = PickRequester.origin("https://app.example")
    private let asset = PickSession.Asset(uuid: "asset", row: 1)

    init() {
        picks = PickSessions(now: clock.now)
    }

    private func create(for requester: PickRequester) throws -> PickSession {
        clock.advance(by: 0.001)
        return try picks.create(PickConfiguration(), for: requester, preselected: []).session
    }

    /// Creates a session whose choice the owner has confirmed.
    private func confirmed(for requester: PickRequester) throws -> PickSession {
        let session = try picks.open(create(for: requester).number, in: "")
        _ = try picks.select(session.number, revision: session.revision, [asset], removes: nil)
        return try picks.end(session.number, revision: session.revision + 1, adds: true, removes: [])
    }

    /// Creates a session that its app ends.
    private func ended(for requester: PickRequester) throws -> PickSession {
        let session = try create(for: requester)
        let update = try JSONDecoder().decode(PickUpdate.self, from: Data(#"{"end": true}"#.utf8))
        return try picks.update(session.number, update) { $0 }
    }

    private func exists(_ session: PickSession) throws -> Bool { try picks.session(session.number) != nil }

    private static func foreign(_ origin: Int?) -> PickRequester {
        guard let origin else { return .program(user: 2000, path: nil, isOwner: false) }
        return .origin("https://\(origin).example", user: 2000, isOwner: false)
    }

    @Test(arguments: 0..<4)
    func `sessions made and ended by others don't end a confirmed or cancelled one`(attack: Int) throws {
        let (confirmed, cancelled) = (try confirmed(for: app), try ended(for: app))
        for number in 0..<530 {
            let attacker: PickRequester =
                switch attack {
                case 0: .origin("https://attacker.example")
                case 1: .origin("https://\(number).example")
                case 2: Self.foreign(number)
                default: Self.foreign(nil)
                }
            _ = try ended(for: attacker)
        }
        #expect(try picks.session(confirmed.number)?.loadable == [asset])
        // Many origins of the owner's connections can be as many pages. They lose what has no bytes.
        if attack != 1 { #expect(try exists(cancelled)) }
        #expect(picks.state.withLock { $0.sessions.count } == picks.limits.all)
    }

    @Test func `a requester's own sessions end first, those with bytes last`() throws {
        let cancelled = try ended(for: app)
        let chosen = try (0..<(picks.limits.all - 2)).map { _ in try confirmed(for: app) }
        let other = try ended(for: .origin("https://other.example"))
        let new = try ended(for: app)
        #expect(try (!exists(cancelled), exists(other), exists(new)) == (true, true, true))
        let next = try create(for: app)
        #expect(try (!exists(new), exists(other), exists(chosen[0])) == (true, true, true))
        try picks.delete(next.number)
        try picks.delete(other.number)
        _ = try confirmed(for: app)
        _ = try confirmed(for: app)
        _ = try confirmed(for: app)
        #expect(try !exists(chosen[0]))
        // The other page has nothing that could end, and gets no place.
        #expect(throws: Refusal.self) { try create(for: .origin("https://other.example")) }
    }

    @Test func `invented origins of another user have one share`() throws {
        for number in 0..<8 { _ = try create(for: Self.foreign(number)) }
        #expect(throws: Refusal.self) { try create(for: Self.foreign(8)) }
        #expect(throws: Refusal.self) { try create(for: Self.foreign(nil)) }
        #expect(throws: Never.self) { try create(for: .program(user: 3000, path: nil, isOwner: false)) }
        #expect(throws: Never.self) { try create(for: app) }
    }

    @Test func `nine origins can't take the places of a page, or of the owner's programs`() throws {
        var attackers: [PickSession] = []
        for number in 0..<72 {
            attackers += [try? create(for: .origin("https://\(number / 8).example"))].compactMap(\.self)
        }
        #expect(try attackers.count(where: exists) == picks.limits.waitingOfPages)
        let honest = try create(for: app)
        for number in 0..<200 { _ = try? create(for: .origin("https://more\(number).example")) }
        #expect(try exists(honest))
        #expect(try picks.open(honest.number, in: "page").state == .open)
        for _ in 0..<8 { _ = try create(for: .program(user: 1000, path: "/bin/app", isOwner: true)) }
    }

    @Test func `a page loses no session that the owner has opened`() throws {
        let opened = try (0..<8).map { _ in
            try picks.open(create(for: .origin("https://first.example")).number, in: "")
        }
        for number in 0..<24 { _ = try create(for: .origin("https://\(number / 8).example")) }
        let honest = try create(for: app)
        #expect(try exists(honest) && opened.allSatisfy(exists))
    }
}
