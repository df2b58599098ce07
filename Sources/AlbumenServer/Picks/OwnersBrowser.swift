import Synchronization

/// Opens the owner's browser for a session or a question, through a link that only the browser learns.
final class OwnersBrowser: Sendable {
    private let sessions: OwnerSessions
    private let action = Mutex<(@Sendable (String) -> Void)?>(nil)
    /// The server's address, or `nil` until it listens.
    private let address = Mutex<ServerAddress?>(nil)

    init(sessions: OwnerSessions) {
        self.sessions = sessions
    }

    /// Sets the action that opens an address.
    func use(_ action: @escaping @Sendable (String) -> Void) {
        self.action.withLock { $0 = action }
    }

    /// Sets the address of the links.
    func serve(at address: ServerAddress) {
        self.address.withLock { $0 = address }
    }

    func open(pick number: String, at address: ServerAddress) {
        guard let action = action.withLock({ $0 }), let key = try? sessions.makeKey() else { return }
        action(address.origin + SignInRoute.link(key: key, pick: number))
    }

    /// Opens the library's page, or the page of a session. Returns `false` if no browser can be opened now.
    func open(pick number: String? = nil) -> Bool {
        guard let action = action.withLock({ $0 }), let address = address.withLock({ $0 }),
            let key = try? sessions.makeKey()
        else { return false }
        action(address.origin + SignInRoute.link(key: key, pick: number))
        return true
    }
}
