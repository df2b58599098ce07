import Albumen
import BlobStore
package import Foundation
import Synchronization

/// The owner's links and cookies, which are the only secrets that give access, and the token that a change needs.
/// They live as long as the server.
///
/// A link opens one session. The server replaces a session's cookie every hour. The previous cookie is valid until
/// the browser sends the new one, and for another minute for requests in flight.
package final class OwnerSessions: Sendable {
    /// The result of a request with a valid cookie.
    struct Admission: Sendable {
        /// The cookie to set, or `nil` to keep the current one.
        let newCookie: String?
        let session: SessionNumber
    }

    /// Identifies a session in the server, independent of its cookie.
    typealias SessionNumber = Int

    fileprivate struct Session {
        let number: SessionNumber
        /// The second secret of a change. It outlives the cookie, because several pages may have read it.
        let csrfToken: SecretToken
        var current: BlobDigest
        var issued: Date
        var lastSeen: Date
        /// The new cookie that the browser hasn't sent yet.
        var next: SecretToken?
        /// The previous cookie and the end of its validity.
        var previous: (digest: BlobDigest, until: Date)?
    }

    private struct State {
        /// The creation date of each unused link, by the hash of its key.
        var keys: [BlobDigest: Date] = [:]
        var sessions: [Session] = []
        var lastNumber = 0
    }

    static let rotation: TimeInterval = 3600
    static let grace: TimeInterval = 60
    /// The time after which an unused session ends.
    static let idleLimit: TimeInterval = 7 * 86_400
    /// The time after which an unused link becomes invalid.
    static let keyLifetime: TimeInterval = 86_400
    private static let sessionLimit = 64
    private static let keyLimit = 64

    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Returns the key of a new link, which opens one session.
    package func makeKey() throws -> String {
        let token = try SecretToken()
        let now = now()
        state.withLock { state in
            state.keys = state.keys.filter { now.timeIntervalSince($0.value) < Self.keyLifetime }
            if state.keys.count >= Self.keyLimit, let oldest = state.keys.min(by: { $0.value < $1.value }) {
                state.keys[oldest.key] = nil
            }
            state.keys[token.digest] = now
        }
        return token.text
    }

    /// Opens a session and returns its cookie. Returns `nil` if the key is unknown, used or too old.
    func open(key: some StringProtocol) throws -> String? {
        let digest = try SecretToken.digest(of: key)
        let now = now()
        let (token, csrfToken) = (try SecretToken(), try SecretToken())
        return state.withLock { state in
            guard let made = state.keys.removeValue(forKey: digest), now.timeIntervalSince(made) < Self.keyLifetime
            else { return nil }
            state.sessions.removeAll { now.timeIntervalSince($0.lastSeen) >= Self.idleLimit }
            if state.sessions.count >= Self.sessionLimit,
                let idlest = state.sessions.indices.min(by: {
                    state.sessions[$0].lastSeen < state.sessions[$1].lastSeen
                })
            {
                state.sessions.remove(at: idlest)
            }
            state.lastNumber += 1
            state.sessions.append(
                Session(
                    number: state.lastNumber, csrfToken: csrfToken, current: token.digest, issued: now, lastSeen: now))
            return token.text
        }
    }

    /// Returns `nil` if the cookie is unknown or no longer valid.
    func admit(cookie: some StringProtocol) throws -> Admission? {
        let digest = try SecretToken.digest(of: cookie)
        let now = now()
        return try state.withLock { state in
            for index in state.sessions.indices {
                guard now.timeIntervalSince(state.sessions[index].lastSeen) < Self.idleLimit else { continue }
                if let admission = try state.sessions[index].admit(digest, now) { return admission }
            }
            return nil
        }
    }

    /// Returns whether a session is open. This doesn't count as use of the session.
    func isOpen(_ number: SessionNumber) -> Bool { session(number) != nil }

    /// Returns the session's CSRF token, or `nil` if the session has ended.
    func token(of number: SessionNumber) -> String? { session(number)?.csrfToken.text }

    /// Returns whether a text is the session's CSRF token. Compares hashes, as for cookies.
    func accepts(token: String, of number: SessionNumber) throws -> Bool {
        try SecretToken.digest(of: token) == session(number)?.csrfToken.digest
    }

    private func session(_ number: SessionNumber) -> Session? {
        let now = now()
        return state.withLock { state in
            state.sessions.first { $0.number == number && now.timeIntervalSince($0.lastSeen) < Self.idleLimit }
        }
    }
}

extension OwnerSessions.Session {
    /// Returns `nil` if the cookie belongs to another session.
    fileprivate mutating func admit(_ digest: BlobDigest, _ now: Date) throws -> OwnerSessions.Admission? {
        if let previous, now >= previous.until { self.previous = nil }
        if let next, digest == next.digest {
            previous = (current, now.addingTimeInterval(OwnerSessions.grace))
            current = digest
            issued = now
            self.next = nil
        } else if digest == previous?.digest {
            lastSeen = now
            return OwnerSessions.Admission(newCookie: nil, session: number)
        } else if digest != current {
            return nil
        }
        lastSeen = now
        if next == nil, now.timeIntervalSince(issued) >= OwnerSessions.rotation { next = try SecretToken() }
        return OwnerSessions.Admission(newCookie: next?.text, session: number)
    }
}
