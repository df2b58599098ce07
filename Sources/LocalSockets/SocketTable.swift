import Glibc
package import SystemPackage

/// A source of facts about this machine's TCP sockets.
package protocol SocketTable: Sendable {
    /// Returns the socket at `local` that is connected to `remote`, or `nil` if this machine has no such socket.
    ///
    /// - Throws: If the kernel can't be asked.
    func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket?
}

/// An IP address and a port.
package struct SocketEndpoint: Equatable, Sendable {
    package let family: Int32
    /// 4 or 16 bytes, in network order.
    package let address: [UInt8]
    package let port: UInt16

    package init(family: Int32, address: [UInt8], port: UInt16) {
        (self.family, self.address, self.port) = (family, address, port)
    }

    /// Returns `nil` if the text isn't the number of an IP address.
    package init?(address text: String, port: UInt16) {
        let family = text.contains(":") ? AF_INET6 : AF_INET
        var address = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
        guard inet_pton(family, text, &address) == 1 else { return nil }
        self.init(family: family, address: address, port: port)
    }
}

/// The reason why a source can't describe a socket.
package struct SocketTableFailure: Error, Equatable {
    package let errno: Errno

    package init(errno: Errno) {
        self.errno = errno
    }
}
