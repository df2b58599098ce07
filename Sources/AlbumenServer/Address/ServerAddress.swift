import Foundation

/// Where the server listens: an address of this machine that no other machine reaches.
package struct ServerAddress: Sendable, Equatable {
    /// As a number, such as `127.0.0.1` or `::1`.
    package let host: String
    /// 0 for any that is free.
    package var port: Int

    /// - Throws: `ServerError` where the address is not one of the loopback interface, or the port is none.
    package init(host: String = "127.0.0.1", port: Int) throws {
        guard let host = Self.loopback(host) else {
            throw ServerError(
                .invalidAddress,
                "\(host) is no address of this machine alone. Albumen serves 127.0.0.1 or ::1, until other machines can be "
                    + "told from one another.")
        }
        guard (0...65_535).contains(port) else {
            throw ServerError(
                .invalidAddress, "\(port) is no port. Give one from 1 to 65535, or 0 for any that is free.")
        }
        self.host = host
        self.port = port
    }

    /// What `Host` says in requests that mean this server. Browsers leave the usual port out.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 80 ? name : "\(name):\(port)"
    }

    package func on(port: Int) -> ServerAddress {
        var address = self
        address.port = port
        return address
    }

    package var origin: String { "http://\(authority)" }

    /// The address as browsers write it; nil for one that other machines reach, and for names: what they mean is for others to
    /// decide.
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
