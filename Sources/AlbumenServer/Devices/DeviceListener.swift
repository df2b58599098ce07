package import Foundation
package import ServerCertificates

/// Where a server listens for other devices, and what protects their connections.
package struct DeviceListener: Sendable {
    /// What protects the connections between a device and the server.
    package enum Protection: Sendable {
        /// TLS with a certificate of the user's own authority, whose name devices show.
        case authority(LocalAuthority, owner: String)
        /// TLS with the owner's certificate. The files are read again when they have changed.
        case files(certificate: URL, key: URL)
        /// A proxy with TLS, under the origin that browsers see. Other machines than the trusted ones are refused.
        case proxy(origin: String, trusted: Set<String>)
    }

    /// The port that is used if none is named.
    package static let usualPort = 8421

    /// The numeric address of this machine; `0.0.0.0` and `::` are all of them.
    package let host: String
    /// The port. 0 means any free port.
    package let port: Int
    /// The names and addresses under which devices reach the server, the one for links first.
    package let names: ServerNames
    package let protection: Protection

    /// - Parameter link: The name for links, which is one of the names, or `nil` for the first address or name.
    package init(host: String, port: Int, names: ServerNames, link: String? = nil, protection: Protection) {
        (self.host, self.port, self.names, self.protection) = (host, port, names, protection)
        linkName = link ?? names.addresses.first ?? names.hosts.first ?? host
    }

    /// The name for links.
    package let linkName: String
}
