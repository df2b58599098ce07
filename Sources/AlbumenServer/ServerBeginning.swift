import Synchronization

/// Waits until all sockets of a starting server listen.
final class ServerBeginning: Sendable {
    private struct State {
        var missing: Int
        var address: ServerAddress?
    }

    private let whenReady: @Sendable (ServerAddress) throws -> Void
    private let state: Mutex<State>

    /// - Parameter whenReady: Called once, with the address on this machine.
    init(listeners: Int, whenReady: @escaping @Sendable (ServerAddress) throws -> Void) {
        self.whenReady = whenReady
        state = Mutex(State(missing: listeners))
    }

    func listens(at address: ServerAddress) throws {
        state.withLock { $0.address = address }
        try note()
    }

    func listensForDevices() throws { try note() }

    private func note() throws {
        let address = state.withLock { state in
            state.missing -= 1
            return state.missing == 0 ? state.address : nil
        }
        if let address { try whenReady(address) }
    }
}
