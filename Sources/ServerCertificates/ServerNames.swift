internal import CLibCrypto
import Foundation

/// The names and numeric addresses under which other devices reach a server.
package struct ServerNames: Sendable, Equatable {
    /// The names of hosts, in lower case, such as `attic.local`.
    package let hosts: [String]
    /// The numeric addresses, as browsers write them, such as `192.168.1.5`.
    package let addresses: [String]

    /// Sorts names and addresses, without repetitions. Returns `nil` if one is neither.
    package init?(_ texts: [String]) {
        var (hosts, addresses): ([String], [String]) = ([], [])
        for text in texts.map({ $0.lowercased() }) {
            if let address = Self.address(text) {
                if !addresses.contains(address) { addresses.append(address) }
            } else if Self.isHost(text) {
                if !hosts.contains(text) { hosts.append(text) }
            } else {
                return nil
            }
        }
        (self.hosts, self.addresses) = (hosts, addresses)
    }

    package var all: [String] { hosts + addresses }

    /// Returns a numeric address as browsers write it, or `nil` if the text isn't one.
    package static func address(_ text: String) -> String? {
        for family in [AF_INET, AF_INET6] {
            var bytes = in6_addr()
            guard inet_pton(family, text, &bytes) == 1 else { continue }
            var printed = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard inet_ntop(family, &bytes, &printed, socklen_t(printed.count)) != nil else { return nil }
            return String(decoding: printed.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }

    /// Whether a numeric address is one of a private network or of this machine.
    package static func isPrivate(_ text: String) -> Bool {
        guard let address = bytes(of: text) else { return false }
        return privateAddresses.contains { network in
            let parts = network.split(separator: "/").map { bytes(of: String($0)) ?? [] }
            return parts[0].count == address.count
                && zip(address, parts[1]).map { $0 & $1 } == parts[0]
        }
    }

    private static func bytes(of text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var address = in6_addr()
            guard inet_pton(family, text, &address) == 1 else { continue }
            return withUnsafeBytes(of: address) { Array($0.prefix(count)) }
        }
        return nil
    }

    /// Whether a text is the name of a host. Names go into the syntax of OpenSSL's extensions, so nothing else may.
    private static func isHost(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
            }
    }

    /// The names as OpenSSL writes them in an extension.
    var alternativeNames: String {
        (hosts.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }).joined(separator: ",")
    }

    /// The names that an authority for this server may sign: these, and those of private networks.
    var permittedNames: String {
        let hosts = Self.privateHosts + hosts
        let addresses = Self.privateAddresses + addresses.map { $0 + ($0.contains(":") ? Self.one6 : Self.one4) }
        return (["critical"] + hosts.map { "permitted;DNS:\($0)" } + addresses.map { "permitted;IP:\($0)" })
            .joined(separator: ",")
    }

    /// The ends of names that no registry sells (RFC 6762, RFC 8375), and those that home routers use.
    private static let privateHosts = ["local", "home.arpa", "internal", "lan", "localhost"]
    /// The addresses of private networks and of this machine, with their masks.
    private static let privateAddresses = [
        "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0", "169.254.0.0/255.255.0.0",
        "100.64.0.0/255.192.0.0", "127.0.0.0/255.0.0.0", "::1\(one6)", "fc00::/fe00::", "fe80::/ffc0::",
    ]
    private static let one4 = "/255.255.255.255"
    private static let one6 = "/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
}
