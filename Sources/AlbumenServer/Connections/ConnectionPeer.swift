import Foundation

/// The user at the other end of a connection, as the kernel knows it.
struct ConnectionPeer: Equatable, Sendable {
    let user: uid_t
    /// The number of the peer's socket in the kernel, or 0 if the request came without a socket.
    let inode: UInt64
    /// Whether the user is the library's owner or root. Connections of other users are marked: cookies and links have no
    /// effect on them, so they reach only the routes for apps.
    let isOwner: Bool

    init(user: uid_t, inode: UInt64, owner: uid_t = geteuid()) {
        self.user = user
        self.inode = inode
        isOwner = user == owner || user == 0
    }

    private init() {
        (user, inode, isOwner) = (uid_t.max, 0, false)
    }

    /// The peer of a connection whose user isn't known. It has no access.
    static let unknown = ConnectionPeer()

    /// The peer of the connection whose requests the current task handles. `LocalChannel` sets it for each connection.
    /// The default is for requests that this process handles without a socket.
    @TaskLocal static var current = ConnectionPeer(user: geteuid(), inode: 0)
}
