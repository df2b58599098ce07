import Foundation
import Synchronization

/// Counts the connections, and limits those of other users, so that they can't take all connections from the owner.
final class ConnectionShares: Sendable {
    private struct State {
        var owners = 0
        var foreign: [uid_t: Int] = [:]
    }

    /// The largest number of connections of all other users together.
    static let foreignLimit = 32
    /// The largest number of connections of one other user.
    static let userLimit = 8

    private let state = Mutex(State())

    /// Counts a connection. Returns `false` if the user has no connection left.
    func enter(_ peer: ConnectionPeer) -> Bool {
        state.withLock { state in
            guard !peer.isOwner else {
                state.owners += 1
                return true
            }
            let count = state.foreign[peer.user, default: 0]
            guard count < Self.userLimit, state.foreign.values.reduce(0, +) < Self.foreignLimit else { return false }
            state.foreign[peer.user] = count + 1
            return true
        }
    }

    /// Ends a connection that `enter` counted.
    func leave(_ peer: ConnectionPeer) {
        state.withLock { state in
            guard !peer.isOwner else {
                state.owners -= 1
                return
            }
            let rest = state.foreign[peer.user, default: 1] - 1
            state.foreign[peer.user] = rest > 0 ? rest : nil
        }
    }

    /// The number of open connections.
    var count: Int { state.withLock { $0.owners + $0.foreign.values.reduce(0, +) } }
}
