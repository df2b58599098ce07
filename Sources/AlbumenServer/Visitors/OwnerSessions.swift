import BlobStore
package import Foundation
import Synchronization

/// The owner's links and cookies, the only secrets that open the library here, and the token that a change needs too. They live
/// as long as the server.
///
/// A link opens one session. A session's cookie is replaced every hour; the one before holds until the new one was
/// seen, and a minute longer for requests under way.
package final class OwnerSessions: Sendable {
    /// What a request with a cookie is told.
    struct Admission: Sendable {
        /// The cookie to keep from now on; nil where the one that came is to stay.
        let newCookie: String?
        let session: SessionNumber
    }

    /// Names a session within the server, whatever its cookie is by now.
    typealias SessionNumber = Int

    fileprivate struct Session {
        let number: SessionNumber
        /// The second secret of a change. It outlives the cookie, because several pages may have read it.
        let csrfToken: SecretToken
        var current: BlobDigest
        var issued: Date
        var lastSeen: Date
        /// Handed out and not seen yet.
        var next: SecretToken?
        /// Holds until then.
        var previous: (digest: BlobDigest, until: Date)?
    }

    private struct State {
        /// When each link that was not used yet was made, by the hash of its key.
        var keys: [BlobDigest: Date] = [:]
        var sessions: [Session] = []
        var lastNumber = 0
    }

    static let rotation: TimeInterval = 3600
    static let grace: TimeInterval = 60
    /// A session that nobody used for so long ends.
    static let idleLimit: TimeInterval = 7 * 86_400
    /// A link that nobody used for so long leads nowhere.
    static let keyLifetime: TimeInterval = 86_400
    private static let sessionLimit = 64
    private static let keyLimit = 64

    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// The key of a new link, which opens one session.
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

    /// Begins a session; nil where the key was used before, is too old, or never was one.
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

    /// Nil for a cookie that is none, or is none any more.
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

    /// Whether a session goes on. Asking is no use of it.
    func isOpen(_ number: SessionNumber) -> Bool { session(number) != nil }

    /// Returns the session's CSRF token, or `nil` if the session has ended.
    func token(of number: SessionNumber) -> String? { session(number)?.csrfToken.text }

    /// Whether a text is the session's CSRF token. Their hashes are compared, as those of cookies are.
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
    /// Nil where the cookie is of another session.
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
