import Synchronization

/// Opens the owner's browser for a session, through a link that only the browser learns.
final class OwnersBrowser: Sendable {
    private let sessions: OwnerSessions
    private let action = Mutex<(@Sendable (String) -> Void)?>(nil)

    init(sessions: OwnerSessions) {
        self.sessions = sessions
    }

    /// Sets the action that opens an address.
    func use(_ action: @escaping @Sendable (String) -> Void) {
        self.action.withLock { $0 = action }
    }

    func open(pick number: String, at address: ServerAddress) {
        guard let action = action.withLock({ $0 }), let key = try? sessions.makeKey() else { return }
        action(address.origin + SignInRoute.link(key: key, pick: number))
    }
}
