import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import AlbumenServer

/// The owner's links and cookies.
@Suite struct OwnerSessionsTests {
    private let clock = TestClock()
    private let sessions: OwnerSessions

    init() {
        sessions = OwnerSessions(now: clock.now)
    }

    // MARK: Links

    @Test func `a link opens one session`() throws {
        let key = try sessions.makeKey()
        let cookie = try #require(try sessions.open(key: key)?.cookie)
        #expect(try sessions.open(key: key)?.cookie == nil)
        #expect(try sessions.admit(cookie: cookie) != nil)
    }

    @Test func `an invalid key opens no session`() throws {
        let key = try sessions.makeKey()
        for wrong in ["", "x", key + "A", String(key.dropLast()), key.lowercased() + "!"] {
            #expect(try sessions.open(key: wrong)?.cookie == nil)
        }
        #expect(try sessions.open(key: key)?.cookie != nil)
    }

    @Test func `a link is valid for a day`() throws {
        let (early, late) = (try sessions.makeKey(), try sessions.makeKey())
        clock.advance(by: OwnerSessions.keyLifetime - 1)
        #expect(try sessions.open(key: early)?.cookie != nil)
        clock.advance(by: 1)
        #expect(try sessions.open(key: late)?.cookie == nil)
    }

    @Test func `the oldest of many links becomes invalid`() throws {
        let keys = try (0...64).map { _ in
            clock.advance(by: 1)
            return try sessions.makeKey()
        }
        #expect(try sessions.open(key: keys[0])?.cookie == nil)
        #expect(try sessions.open(key: keys[1])?.cookie != nil)
        #expect(try sessions.open(key: keys[64])?.cookie != nil)
    }

    @Test func `keys and cookies are long and unique`() throws {
        let keys = try (0..<50).map { _ in try sessions.makeKey() }
        let cookies = try keys.map { try #require(try sessions.open(key: $0)?.cookie) }
        #expect(Set(keys + cookies).count == 100)
        let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect((keys + cookies).allSatisfy { $0.count == 43 && characters.isSuperset(of: $0) })
    }

    // MARK: Cookies

    @Test func `an invalid cookie is refused`() throws {
        let key = try sessions.makeKey()
        #expect(try sessions.admit(cookie: key) == nil)
        let cookie = try #require(try sessions.open(key: key)?.cookie)
        #expect(try sessions.admit(cookie: "") == nil)
        #expect(try sessions.admit(cookie: key) == nil)
        #expect(try sessions.admit(cookie: cookie + "A") == nil)
    }

    @Test func `a cookie is replaced after an hour`() throws {
        let first = try newCookie()
        clock.advance(by: OwnerSessions.rotation - 1)
        #expect(try admission(first) == .some(nil))
        clock.advance(by: 1)
        let second = try replacement(of: first)
        #expect(second != first)
        // Concurrent requests receive the same cookie.
        #expect(try admission(first) == .some(second))
        #expect(try admission(second) == .some(nil))
    }

    @Test func `the old cookie is valid for a minute after the first use of the new one`() throws {
        let first = try newCookie()
        clock.advance(by: OwnerSessions.rotation)
        let second = try replacement(of: first)
        // The response with the new cookie may be lost, so the old one stays valid until the new one is used.
        clock.advance(by: OwnerSessions.rotation * 5)
        #expect(try admission(first) == .some(second))
        #expect(try admission(second) == .some(nil))
        clock.advance(by: OwnerSessions.grace - 1)
        #expect(try admission(first) == .some(nil))
        clock.advance(by: 1)
        #expect(try admission(first) == nil)
        #expect(try admission(second) == .some(nil))
    }

    @Test func `the second replacement is an hour after the first use of the first one`() throws {
        let first = try newCookie()
        clock.advance(by: OwnerSessions.rotation)
        let second = try replacement(of: first)
        #expect(try admission(second) == .some(nil))
        clock.advance(by: OwnerSessions.rotation - 1)
        #expect(try admission(second) == .some(nil))
        clock.advance(by: 1)
        let third = try replacement(of: second)
        #expect(try admission(third) == .some(nil))
        clock.advance(by: OwnerSessions.grace)
        #expect(try admission(first) == nil)
        #expect(try admission(second) == nil)
        #expect(try admission(third) == .some(nil))
    }

    // MARK: Ends

    @Test func `an unused session ends after a week`() throws {
        let (used, unused) = (try newCookie(), try newCookie())
        clock.advance(by: OwnerSessions.idleLimit - 1)
        #expect(try admission(used) != nil)
        clock.advance(by: 1)
        #expect(try admission(unused) == nil)
        #expect(try admission(used) != nil)
    }

    @Test func `a new session replaces the least recently used one`() throws {
        let cookies = try (0..<64).map { _ in
            clock.advance(by: 1)
            return try newCookie()
        }
        clock.advance(by: 1)
        #expect(try admission(cookies[0]) != nil)
        let another = try newCookie()
        #expect(try admission(cookies[1]) == nil)
        for cookie in [cookies[0], cookies[2], cookies[63], another] { #expect(try admission(cookie) != nil) }
    }

    // MARK: Parts

    private func newCookie() throws -> String {
        try #require(try sessions.open(key: try sessions.makeKey())?.cookie)
    }

    private func replacement(of cookie: String) throws -> String {
        let admission = try #require(try sessions.admit(cookie: cookie))
        return try #require(admission.newCookie)
    }

    /// Returns `nil` if the cookie isn't admitted. Otherwise, returns the cookie that replaces it, if there is one.
    private func admission(_ cookie: String) throws -> String?? {
        try sessions.admit(cookie: cookie).map(\.newCookie)
    }
}
