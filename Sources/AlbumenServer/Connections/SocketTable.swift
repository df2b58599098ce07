import Foundation
import NIOCore
import SystemPackage

/// A source of facts about this machine's TCP sockets.
protocol SocketTable: Sendable {
    /// Returns the socket at `local` that is connected to `remote`, or `nil` if this machine has no such socket.
    ///
    /// - Throws: If the kernel can't be asked.
    func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket?
}

/// An IP address and a port.
struct SocketEndpoint: Equatable, Sendable {
    let family: Int32
    /// 4 or 16 bytes, in network order.
    let address: [UInt8]
    let port: UInt16

    /// Returns `nil` if the address isn't an IP address.
    init?(_ socket: SocketAddress) {
        guard let text = socket.ipAddress, let number = socket.port, let port = UInt16(exactly: number) else {
            return nil
        }
        let family = text.contains(":") ? AF_INET6 : AF_INET
        var address = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
        guard inet_pton(family, text, &address) == 1 else { return nil }
        (self.family, self.address, self.port) = (family, address, port)
    }
}

/// The reason why a source can't describe a socket.
struct SocketTableFailure: Error, Equatable {
    let errno: Errno
}
