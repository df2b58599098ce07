import BlobStore
import Foundation

/// The bucket, the prefix and the server of a place in an S3-compatible store.
package struct S3Address: Hashable, Sendable, CustomStringConvertible {
    /// The way in which requests name the bucket.
    package enum Style: String, Sendable, Codable {
        /// In the path: `https://host/bucket/key`. Most stores outside of AWS accept it.
        case path
        /// In the host's name: `https://bucket.host/key`.
        case virtualHost = "virtual-host"
    }

    package let bucket: String
    /// The start of all keys without a slash at the end, or an empty text.
    package let prefix: String
    package let region: String
    package let style: Style
    package let usesTLS: Bool
    /// The server's name without the bucket, and its port if it isn't the default.
    private let host: String
    private let port: Int?
    private let allowsPlainHost: Bool

    /// - Parameters:
    ///   - address: `s3://BUCKET` or `s3://BUCKET/PREFIX`.
    ///   - endpoint: The server's address, such as `https://s3.example.org`. `nil` for AWS.
    ///   - region: The region, or `nil` for the one in the endpoint's name, or `us-east-1`.
    ///   - style: The style, or `nil` for the usual one of the endpoint.
    ///   - plainHost: The name of a server that may be used without encryption. Loopback always may.
    /// - Throws: `misconfigured`.
    package init(
        _ address: String, endpoint: String? = nil, region: String? = nil, style: Style? = nil,
        plainHost: String? = nil
    ) throws {
        (bucket, prefix) = try Self.parse(address)
        let endpoint = endpoint ?? "https://s3.\(region ?? "us-east-1").amazonaws.com"
        guard let parts = URLComponents(string: endpoint), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty, ["http", "https"].contains(scheme)
        else {
            throw RemoteBlobError(
                .misconfigured, "The endpoint isn't an address. Use the form https://HOST or https://HOST:PORT.")
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.path.isEmpty || parts.path == "/"
        else {
            throw RemoteBlobError(
                .misconfigured,
                "The endpoint has more than a host and a port. Use the form https://HOST:PORT. Keys belong into the "
                    + "environment, a profile or a file.")
        }
        allowsPlainHost = plainHost?.lowercased() == host
        self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        usesTLS = scheme == "https"
        port = parts.port == (usesTLS ? 443 : 80) ? nil : parts.port
        let isAWS = host.hasSuffix(".amazonaws.com")
        self.region = region ?? Self.region(ofHost: host) ?? "us-east-1"
        self.style = style ?? (isAWS && !bucket.contains(".") ? .virtualHost : .path)
        guard Self.isRegion(self.region) else {
            throw RemoteBlobError(.misconfigured, "The region may only have letters, digits and hyphens.")
        }
        guard usesTLS || isLoopback || allowsPlainHost else {
            throw RemoteBlobError(
                .misconfigured,
                "\(endpoint) isn't encrypted, so everyone on the way could read your photos. Use https, or allow this "
                    + "host by its name.")
        }
    }

    /// Whether only connections to this machine are permitted.
    var requiresLoopback: Bool { !usesTLS && !allowsPlainHost }

    package var description: String { prefix.isEmpty ? "s3://\(bucket)" : "s3://\(bucket)/\(prefix)" }

    /// The server's name, as the field `Host` has it.
    var hostField: String {
        let name = style == .virtualHost ? "\(bucket).\(host)" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// The server, for people.
    var server: String { "\(usesTLS ? "https" : "http")://\(port.map { "\(host):\($0)" } ?? host)" }

    /// Returns the key of an object in the bucket.
    func key(_ name: RemoteName) -> String { key(text: name.text) }

    func key(text: String) -> String { prefix.isEmpty ? text : "\(prefix)/\(text)" }

    /// Returns the encoded path of a key, or of the bucket.
    func path(ofKey key: String?) -> String {
        let object = key.map(PercentEncoding.path) ?? ""
        switch style {
        case .path: return key == nil ? "/\(bucket)" : "/\(bucket)/\(object)"
        case .virtualHost: return "/\(object)"
        }
    }

    func url(path: String, query: String) -> String {
        "\(usesTLS ? "https" : "http")://\(hostField)\(path)\(query.isEmpty ? "" : "?\(query)")"
    }

    private var isLoopback: Bool { host == "localhost" || Self.isLoopback(host) }

    /// Returns whether an address in numbers is one of this machine's loopback.
    static func isLoopback(_ address: String) -> Bool {
        if ["::1", "[::1]"].contains(address) { return true }
        let numbers = address.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers[0] == 127
    }

    // MARK: Parsing

    private static func parse(_ address: String) throws -> (bucket: String, prefix: String) {
        guard address.hasPrefix("s3://") else {
            throw RemoteBlobError(.misconfigured, "The address isn't one of a bucket. Use the form s3://BUCKET/PREFIX.")
        }
        let parts = address.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bucket = String(parts.first ?? "")
        let allowed = bucket.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard allowed, (3...63).contains(bucket.utf8.count), !bucket.hasPrefix("."), !bucket.contains("..") else {
            throw RemoteBlobError(
                .misconfigured,
                "The bucket in the address isn't valid. A bucket's name has 3 to 63 small letters, digits, hyphens and "
                    + "dots.")
        }
        var prefix = parts.count > 1 ? String(parts[1]) : ""
        if prefix.hasSuffix("/") { prefix.removeLast() }
        guard prefix.isEmpty || (RemoteName(prefix) != nil && prefix.utf8.count <= 256) else {
            throw RemoteBlobError(
                .misconfigured, "The prefix in \(address) isn't valid. Use names with slashes between them.")
        }
        return (bucket, prefix)
    }

    private static func region(ofHost host: String) -> String? {
        let parts = host.split(separator: ".")
        guard host.hasSuffix(".amazonaws.com"), parts.count == 4, parts[0] == "s3" else { return nil }
        return String(parts[1])
    }

    private static func isRegion(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
