package import Albumen
import BlobStore
package import Foundation
import Records
import Synchronization

/// The owner's links and cookies, which are the only secrets that give access, and the token that a change needs.
/// They live as long as the server.
///
/// A link opens one session. In a browser that stays signed in (`LastingSignIns`), a key of a few seconds opens one,
/// and the session ends with that sign-in. The server replaces a session's cookie every hour. The previous cookie is
/// valid until the browser sends the new one, and for another minute for requests in flight.
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
        /// The identifier of the browser's lasting sign-in, or `nil` if it has none.
        var signIn: String?
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

    /// An unused key of a link.
    fileprivate struct Key {
        let made: Date
        let end: Date
        /// The lasting sign-in for which the key was made, or `nil` for a link that the owner gets.
        let signIn: String?
    }

    fileprivate struct State {
        /// The unused links, by the hash of their key.
        var keys: [BlobDigest: Key] = [:]
        /// The sessions that can sign their browser in for long, and until when, by the hash of the secret for it.
        var stays: [BlobDigest: (session: SessionNumber, end: Date)] = [:]
        var sessions: [Session] = []
        var lastNumber = 0
    }

    static let rotation: TimeInterval = 3600
    static let grace: TimeInterval = 60
    /// The time after which an unused session ends.
    static let idleLimit: TimeInterval = 7 * 86_400
    /// The time after which an unused link becomes invalid.
    static let keyLifetime: TimeInterval = 86_400
    /// The time after which an unused key of a browser that stays signed in becomes invalid. It's used at once.
    static let ticketLifetime: TimeInterval = 10
    /// The time in which a page that has opened a link can sign its browser in for long.
    static let stayLifetime: TimeInterval = 60
    fileprivate static let sessionLimit = 64
    private static let keyLimit = 64

    private let now: @Sendable () -> Date
    /// Returns whether a lasting sign-in has not ended.
    private let isSignedIn: @Sendable (String) -> Bool
    /// The links of other programs of the owner, or `nil` if only this process makes links.
    private let offers: OfferedLinks?
    private let state = Mutex(State())

    package init(
        now: @escaping @Sendable () -> Date = { Date() }, offers: OfferedLinks? = nil,
        isSignedIn: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        (self.now, self.offers, self.isSignedIn) = (now, offers, isSignedIn)
    }

    /// Creates sessions that end with the lasting sign-in of their browser. If the sign-ins can't be read, the sessions
    /// end too.
    package convenience init(
        endingWith signIns: LastingSignIns?, offers: OfferedLinks? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(now: now, offers: offers) { id in (try? signIns?.signIn(id)) != nil }
    }

    /// Returns the key of a new link, which opens one session.
    package func makeKey() throws -> String { try makeKey(for: nil, lifetime: Self.keyLifetime) }

    /// Returns a key for a browser that stays signed in. It opens one session within a few seconds.
    func makeTicket(for signIn: String) throws -> String { try makeKey(for: signIn, lifetime: Self.ticketLifetime) }

    private func makeKey(for signIn: String?, lifetime: TimeInterval) throws -> String {
        let token = try SecretToken()
        let now = now()
        state.withLock { state in
            state.keys = state.keys.filter { now < $0.value.end }
            // Tickets never displace links.
            let kind = state.keys.filter { ($0.value.signIn == nil) == (signIn == nil) }
            if kind.count >= Self.keyLimit, let oldest = kind.min(by: { $0.value.made < $1.value.made }) {
                state.keys[oldest.key] = nil
            }
            state.keys[token.digest] = Key(made: now, end: now.addingTimeInterval(lifetime), signIn: signIn)
        }
        return token.text
    }

    /// A session that a key has opened.
    struct Opening: Sendable {
        let cookie: String
        let session: SessionNumber
        /// The lasting sign-in of the session, or `nil` if it has none.
        let signIn: String?
    }

    /// Opens a session. Returns `nil` if the key is unknown, used or too old.
    ///
    /// - Parameter acceptsTickets: Whether the key can be one for a browser that stays signed in.
    func open(key: some StringProtocol, acceptsTickets: Bool = false) throws -> Opening? {
        let digest = try SecretToken.digest(of: key)
        let now = now()
        let (token, csrfToken) = (try SecretToken(), try SecretToken())
        let isOffered = offers?.take(digest) ?? false
        return state.withLock { state in
            let offered = isOffered ? Key(made: now, end: .distantFuture, signIn: nil) : nil
            guard let key = state.keys[digest] ?? offered, acceptsTickets || key.signIn == nil else { return nil }
            state.keys[digest] = nil
            guard now < key.end else { return nil }
            let session = state.add(for: key.signIn, token, csrfToken, now)
            return Opening(cookie: token.text, session: session, signIn: key.signIn)
        }
    }

    // MARK: Lasting sign-ins

    /// Returns a secret with which the page of a new session signs its browser in for long, once.
    func makeStay(for session: SessionNumber) throws -> String {
        let token = try SecretToken()
        let now = now()
        state.withLock { state in
            state.stays = state.stays.filter { now < $0.value.end }
            state.stays[token.digest] = (session, now.addingTimeInterval(Self.stayLifetime))
        }
        return token.text
    }

    /// Returns the open session of a page that signs its browser in for long. Returns `nil` if the secret is unknown,
    /// used or too old.
    func useStay(_ secret: some StringProtocol) throws -> SessionNumber? {
        let digest = try SecretToken.digest(of: secret)
        let now = now()
        let number = state.withLock { state in
            state.stays.removeValue(forKey: digest).flatMap { now < $0.end ? $0.session : nil }
        }
        return number.flatMap { isOpen($0) ? $0 : nil }
    }

    /// Makes a session end with a lasting sign-in.
    func bind(_ number: SessionNumber, to signIn: String) {
        state.withLock { state in
            guard let index = state.sessions.firstIndex(where: { $0.number == number }) else { return }
            state.sessions[index].signIn = signIn
        }
    }

    /// Returns the session of a paired device, and notes its use. Opens one if there is none. The device's cookie is
    /// that of its lasting sign-in, so the session has none.
    func session(ofDevice signIn: String) throws -> SessionNumber {
        let now = now()
        if let known = state.withLock({ $0.noteUse(ofDevice: signIn, now) }) { return known }
        let (token, csrfToken) = (try SecretToken(), try SecretToken())
        return state.withLock { state in
            // Another request may have opened it meanwhile.
            state.noteUse(ofDevice: signIn, now) ?? state.add(for: signIn, token, csrfToken, now)
        }
    }

    /// Returns the lasting sign-in of a session, or `nil` if it has none.
    func signIn(of number: SessionNumber) -> String? { session(number)?.signIn }

    /// Ends the sessions whose lasting sign-in has ended.
    private func endSignedOut() {
        let signIns = state.withLock { Set($0.sessions.compactMap(\.signIn)) }
        let ended = signIns.filter { !isSignedIn($0) }
        guard !ended.isEmpty else { return }
        state.withLock { $0.sessions.removeAll { $0.signIn.map(ended.contains) ?? false } }
    }

    // MARK: Sessions

    /// Returns `nil` if the cookie is unknown or no longer valid.
    func admit(cookie: some StringProtocol) throws -> Admission? {
        let digest = try SecretToken.digest(of: cookie)
        let now = now()
        endSignedOut()
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
        endSignedOut()
        return state.withLock { state in
            state.sessions.first { $0.number == number && now.timeIntervalSince($0.lastSeen) < Self.idleLimit }
        }
    }
}

extension OwnerSessions.State {
    /// Notes a use of a device's session, and returns its number. Returns `nil` if there is none.
    fileprivate mutating func noteUse(ofDevice signIn: String, _ now: Date) -> OwnerSessions.SessionNumber? {
        let index = sessions.firstIndex {
            $0.signIn == signIn && now.timeIntervalSince($0.lastSeen) < OwnerSessions.idleLimit
        }
        guard let index else { return nil }
        sessions[index].lastSeen = now
        return sessions[index].number
    }

    /// Adds a session, and returns its number. Ends the idlest session if there are too many.
    fileprivate mutating func add(
        for signIn: String?, _ token: SecretToken, _ csrfToken: SecretToken, _ now: Date
    ) -> OwnerSessions.SessionNumber {
        sessions.removeAll { now.timeIntervalSince($0.lastSeen) >= OwnerSessions.idleLimit }
        if sessions.count >= OwnerSessions.sessionLimit,
            let idlest = sessions.indices.min(by: { sessions[$0].lastSeen < sessions[$1].lastSeen })
        {
            sessions.remove(at: idlest)
        }
        lastNumber += 1
        sessions.append(
            OwnerSessions.Session(
                number: lastNumber, signIn: signIn, csrfToken: csrfToken, current: token.digest, issued: now,
                lastSeen: now))
        return lastNumber
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
