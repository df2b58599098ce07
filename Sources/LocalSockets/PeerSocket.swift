/// The socket at the other end of a connection, as described by the kernel.
package struct PeerSocket: Equatable, Sendable {
    /// The states of a connected socket, with the kernel's numbers.
    package enum State: UInt8, Sendable {
        case established = 1
        case finWait1 = 4
        case finWait2 = 5
        case closeWait = 8
        case lastAcknowledgement = 9
        case closing = 11
    }

    package let user: UInt32
    /// 0 if no process has the socket open. In that case, the kernel doesn't know its user and reports root.
    package let inode: UInt64
    /// The state, or `nil` if the socket isn't connected, for example because it listens, is connecting, or was
    /// closed.
    package let state: State?

    package init(user: UInt32, inode: UInt64, state: State?) {
        (self.user, self.inode, self.state) = (user, inode, state)
    }

    /// Whether a process has the socket open and connected.
    ///
    /// The process may have closed its sending direction (`finWait2`) and still wait for the response.
    package var isOpen: Bool { inode != 0 && state != nil }

    /// Returns whether a process of the user or of root has the socket open and connected.
    package func isOpen(by owner: UInt32) -> Bool { isOpen && (user == owner || user == 0) }
}
