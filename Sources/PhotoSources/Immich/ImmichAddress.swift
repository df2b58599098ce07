/// The address of a server, checked.
struct ImmichAddress: Sendable, Equatable {
    private static let longestAddress = 1_024

    let isSecure: Bool
    /// The name or number of the host, in lower case, without the brackets of an IPv6 number.
    let host: String
    let port: Int?
    /// The path in front of `/api`, such as `/photos`. Empty, or with a slash in front.
    let path: String

    /// - Throws: `unsupported` with the address and the next step.
    init(_ text: String) throws(SourceError) {
        guard let parts = Self.parts(text) else {
            throw SourceError(
                .unsupported,
                "The address of an Immich server has the form “https://photos.example.org”. Check the address.")
        }
        self = parts
    }

    private init(isSecure: Bool, host: String, port: Int?, path: String) {
        (self.isSecure, self.host, self.port, self.path) = (isSecure, host, port, path)
    }

    private static func parts(_ text: String) -> ImmichAddress? {
        // A name and a password in the address are refused with the sign “@”.
        guard text.utf8.count <= longestAddress, let scheme = text.firstRange(of: "://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "@?#\\\"<>^`{}|%".contains($0) })
        else { return nil }
        let name = text[..<scheme.lowerBound].lowercased()
        guard name == "https" || name == "http" else { return nil }
        let rest = text[scheme.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let (host, port) = hostAndPort(rest[..<slash]), let path = path(rest[slash...]) else { return nil }
        return ImmichAddress(isSecure: name == "https", host: host, port: port, path: path)
    }

    private static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
        var host = text
        var port: Int?
        let end = text.lastIndex(of: "]")
        if let colon = text.lastIndex(of: ":"), end.map({ colon > $0 }) ?? true {
            let digits = text[text.index(after: colon)...]
            guard let number = Int(digits), (1...65_535).contains(number), digits.utf8.allSatisfy(isDigit) else {
                return nil
            }
            port = number
            host = text[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let number = host.dropFirst().dropLast().lowercased()
            return number.contains(":") && NetworkAddress(number) != nil ? (number, port) : nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ isDigit($0) || isLetter($0) || $0 == 0x2D || $0 == 0x2E }) else {
            return nil
        }
        return (host.lowercased(), port)
    }

    /// Returns the path without slashes at its end and without `api`.
    private static func path(_ text: Substring) -> String? {
        var parts = text.split(separator: "/")
        guard !parts.contains("."), !parts.contains("..") else { return nil }
        if parts.last == "api" { parts.removeLast() }
        return parts.map { "/" + $0 }.joined()
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// The part that belongs to one server, such as `https://photos.example.org:8443`.
    var origin: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return (isSecure ? "https://" : "http://") + host + (port.map { ":\($0)" } ?? "")
    }

    /// The address for people.
    var text: String { origin + path }

    /// Returns the address of a part of the API.
    func api(_ call: String) -> String { origin + path + "/api/" + call }
}
