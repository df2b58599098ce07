import CAlbumenSystem
import Glibc
import SystemPackage

/// Queries the kernel's socket diagnostics (`sock_diag`).
///
/// - Complexity: O(1) for each query, independent of the number of sockets.
package struct DiagnosticSocketTable: SocketTable {
    package init() {}

    package func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket? {
        guard local.family == remote.family else { return nil }
        var found = albumen_tcp_socket()
        let failure = albumen_tcp_owner(
            local.family, local.address, local.port, remote.address, remote.port, &found)
        if failure == ENOENT { return nil }
        guard failure == 0 else { throw SocketTableFailure(errno: Errno(rawValue: failure)) }
        return PeerSocket(
            user: found.owner, inode: UInt64(found.inode), state: PeerSocket.State(rawValue: found.state))
    }
}
