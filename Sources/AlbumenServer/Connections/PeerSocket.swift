import Foundation

/// The socket at the other end of a connection, as described by the kernel.
struct PeerSocket: Equatable, Sendable {
    /// The states of a connected socket, with the kernel's numbers.
    enum State: UInt8, Sendable {
        case established = 1
        case finWait1 = 4
        case finWait2 = 5
        case closeWait = 8
        case lastAcknowledgement = 9
        case closing = 11
    }

    let user: uid_t
    /// 0 if no process has the socket open. In that case, the kernel doesn't know its user and reports root.
    let inode: UInt64
    /// The state, or `nil` if the socket isn't connected, for example because it listens, is connecting, or was
    /// closed.
    let state: State?

    /// Returns whether a process of the user or of root has the socket open and connected.
    ///
    /// The process may have closed its sending direction (`finWait2`) and still wait for the response.
    func isOpen(by owner: uid_t) -> Bool {
        inode != 0 && state != nil && (user == owner || user == 0)
    }
}
