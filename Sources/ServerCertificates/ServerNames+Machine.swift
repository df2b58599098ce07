import Foundation

extension ServerNames {
    /// Returns the names of this machine and its addresses in private networks. Names that mean it on any machine, such
    /// as `localhost`, aren't among them.
    ///
    /// - Parameter host: The numeric address that the server listens at; `0.0.0.0` and `::` are all of them.
    package static func ofThisMachine(at host: String) -> ServerNames {
        let isAny = ["0.0.0.0", "::"].contains(host)
        let found = isAny ? privateAddressesOfInterfaces(onlyVersion4: host == "0.0.0.0") : [host]
        return ServerNames(found + hostNames) ?? ServerNames(found) ?? ServerNames([])!
    }

    private static var hostNames: [String] {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return [] }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
        guard name != "localhost", ServerNames([name]) != nil else { return [] }
        // Other machines find a name without a domain by multicast DNS.
        return name.contains(".") ? [name] : ["\(name).local", name]
    }

    private static func privateAddressesOfInterfaces(onlyVersion4: Bool) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry = entry?.pointee, let socket = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let family = Int32(socket.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 && !onlyVersion4 else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            guard
                getnameinfo(socket, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // An address with the name of an interface has a meaning on this machine alone.
            if !address.contains("%"), isPrivate(address) { addresses.append(address) }
        }
        return addresses
    }
}
