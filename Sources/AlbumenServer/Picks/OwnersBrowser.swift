import Synchronization

/// Opens the owner's browser for a session or a question, through a link that only the browser learns.
final class OwnersBrowser: Sendable {
    private let sessions: OwnerSessions
    /// Opens an address, in a new window if the second value is `true`.
    typealias Action = @Sendable (_ address: String, _ isInNewWindow: Bool) -> Void

    private let action = Mutex<Action?>(nil)
    /// The server's address, or `nil` until it listens.
    private let address = Mutex<ServerAddress?>(nil)

    init(sessions: OwnerSessions) {
        self.sessions = sessions
    }

    /// Sets the action that opens an address.
    func use(_ action: @escaping Action) {
        self.action.withLock { $0 = action }
    }

    /// Sets the address of the links.
    func serve(at address: ServerAddress) {
        self.address.withLock { $0 = address }
    }

    func open(pick number: String, at address: ServerAddress, inNewWindow: Bool) {
        guard let action = action.withLock({ $0 }), let key = try? sessions.makeKey() else { return }
        action(address.origin + SignInRoute.link(key: key, pick: number), inNewWindow)
    }

    /// Opens the library's page, or the page of a session. Returns `false` if no browser can be opened now.
    func open(pick number: String? = nil) -> Bool {
        guard let action = action.withLock({ $0 }), let address = address.withLock({ $0 }),
            let key = try? sessions.makeKey()
        else { return false }
        action(address.origin + SignInRoute.link(key: key, pick: number), false)
        return true
    }
}
