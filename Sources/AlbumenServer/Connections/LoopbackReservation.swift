import Foundation
import SystemCalls
import SystemPackage

/// Keeps the server's port at the machine's other loopback address, so that no other program can listen there.
///
/// Browsers resolve names below `localhost` to `127.0.0.1` and `::1`, and try one after the other. The reserved address
/// refuses connections, because nothing listens there. Browsers then use the server's address.
///
/// The socket doesn't set `SO_REUSEADDR`. With it, another program could bind the same address and listen.
final class LoopbackReservation: Sendable {
    enum Outcome {
        case reserved(LoopbackReservation)
        /// The machine has no such address, so no program can listen at it.
        case absent
        /// Another program has the address, or the system doesn't say why it can't be reserved.
        case taken
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Returns whether the server's address is one to which names below `localhost` lead.
    static func applies(to address: ServerAddress) -> Bool { ["127.0.0.1", "::1"].contains(address.host) }

    /// Reserves the port at the loopback address that isn't the server's.
    static func make(beside address: ServerAddress) -> Outcome {
        let isVersion6 = address.host != "::1"
        do throws(Errno) {
            let descriptor = try SystemCall.retrying {
                socket(isVersion6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
            }
            do throws(Errno) {
                try bind(descriptor, UInt16(address.port), isVersion6)
                return .reserved(LoopbackReservation(descriptor))
            } catch {
                close(descriptor)
                throw error
            }
        } catch {
            return [.addressNotAvailable, .addressFamilyNotSupported].contains(error) ? .absent : .taken
        }
    }

    private static func bind(_ descriptor: Int32, _ port: UInt16, _ isVersion6: Bool) throws(Errno) {
        guard isVersion6 else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            try bind(descriptor, to: address)
            return
        }
        var isAlone: Int32 = 1
        try SystemCall.retrying {
            setsockopt(
                descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isAlone, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        try bind(descriptor, to: address)
    }

    private static func bind<Address>(_ descriptor: Int32, to address: Address) throws(Errno) {
        try SystemCall.retrying {
            withUnsafeBytes(of: address) { bytes in
                guard let start = bytes.baseAddress else { return Int32(-1) }
                return Glibc.bind(
                    descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
        }
    }
}
