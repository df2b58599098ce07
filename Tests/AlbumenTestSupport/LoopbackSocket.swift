import Foundation

/// Sockets on the loopback interface.
package enum LoopbackSocket {
    package struct Failure: Error {
        package let number: Int32
    }

    /// Returns a listening socket at a free port.
    package static func listen() throws -> (socket: Int32, port: UInt16) {
        let listener = make()
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw Failure(number: errno) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a connection. Returns `nil` if the listening socket was shut down.
    package static func accept(_ listener: Int32) -> Int32? {
        let connection = Glibc.accept(listener, nil, nil)
        return connection < 0 ? nil : connection
    }

    /// Connects to a port. Returns `nil` if nobody listens there.
    package static func connect(_ port: UInt16) -> Int32? {
        let client = make()
        var address = address(port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return client }
        close(client)
        return nil
    }

    private static func make() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}
