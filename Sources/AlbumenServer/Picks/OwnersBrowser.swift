import Synchronization

/// Opens the owner's browser for a session or a question, through a link that only the browser learns.
final class OwnersBrowser: Sendable {
    private let sessions: OwnerSessions
    /// The names of this run, or `nil` if no browser stays signed in.
    private let names: RunNames?
    /// Opens an address, in a new window if the second value is `true`.
    typealias Action = @Sendable (_ address: String, _ isInNewWindow: Bool) -> Void

    /// A structure, because `Mutex` wraps a closure of its own again at each use.
    private struct Opening {
        let action: Action
    }

    private let opening = Mutex<Opening?>(nil)
    /// The server's address, or `nil` until it listens.
    private let address = Mutex<ServerAddress?>(nil)

    init(sessions: OwnerSessions, names: RunNames?) {
        (self.sessions, self.names) = (sessions, names)
    }

    /// Creates a link and returns its address. Opens the run's name if the names are used.
    func link(pick: String? = nil, at address: ServerAddress) throws -> String {
        linkOrigin(at: address) + SignInRoute.link(key: try sessions.makeKey(), pick: pick)
    }

    /// Returns the address of links without a path.
    func linkOrigin(at address: ServerAddress) -> String {
        names.flatMap { $0.isUsed ? $0.runOrigin(at: address) : nil } ?? address.origin
    }

    /// Sets the action that opens an address.
    func use(_ action: @escaping Action) {
        opening.withLock { $0 = Opening(action: action) }
    }

    /// Sets the address of the links.
    func serve(at address: ServerAddress) {
        self.address.withLock { $0 = address }
    }

    func open(pick number: String, at address: ServerAddress, inNewWindow: Bool) {
        guard let action = opening.withLock({ $0 })?.action, let link = try? link(pick: number, at: address) else {
            return
        }
        action(link, inNewWindow)
    }

    /// Opens the library's page, or the page of a session. Returns `false` if no browser can be opened now.
    func open(pick number: String? = nil) -> Bool {
        guard let action = opening.withLock({ $0 })?.action, let address = address.withLock({ $0 }),
            let link = try? link(pick: number, at: address)
        else { return false }
        action(link, false)
        return true
    }
}
