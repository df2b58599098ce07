import Foundation

/// The address at which the server listens on this machine. Other machines can't reach it.
package struct ServerAddress: Sendable, Equatable {
    /// The numeric address, such as `127.0.0.1` or `::1`.
    package let host: String
    /// The port. 0 means any free port.
    package var port: Int

    /// - Throws: `ServerError` if the address isn't a loopback address or the port is invalid.
    package init(host: String = "127.0.0.1", port: Int) throws {
        guard let host = Self.loopback(host) else {
            throw ServerError(
                .invalidAddress,
                "\(host) isn't a loopback address. Choose 127.0.0.1 or ::1. For other devices, use --listen, which "
                    + "needs TLS.")
        }
        guard (0...65_535).contains(port) else {
            throw ServerError(
                .invalidAddress, "\(port) isn't a port. Specify one from 1 to 65535, or 0 for any that is free.")
        }
        self.host = host
        self.port = port
    }

    /// The value of `Host` in requests to this server. Browsers omit the default port.
    package var authority: String {
        authority(ofName: host.contains(":") ? "[\(host)]" : host)
    }

    /// The value of `Host` in requests to this port under another name.
    func authority(ofName name: String) -> String { port == 80 ? name : "\(name):\(port)" }

    package func on(port: Int) -> ServerAddress {
        var address = self
        address.port = port
        return address
    }

    package var origin: String { "http://\(authority)" }

    /// Returns the address as browsers write it. Returns `nil` for an address that other machines can reach, and for
    /// names, because others control their meaning.
    private static func loopback(_ text: String) -> String? {
        var version4 = in_addr()
        if inet_pton(AF_INET, text, &version4) == 1 {
            return UInt32(bigEndian: version4.s_addr) >> 24 == 127 ? text : nil
        }
        var version6 = in6_addr()
        guard inet_pton(AF_INET6, text, &version6) == 1 else { return nil }
        let isLoopback = withUnsafeBytes(of: version6) { bytes in
            bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }
        return isLoopback ? "::1" : nil
    }
}
