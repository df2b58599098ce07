import CAlbumenSystem
import Foundation
import NIOCore

/// Whose the sockets of this machine are: a question to the kernel about one of them, which costs the same however many there are.
enum ConnectionOwner {
    struct Failure: Error {
        let number: Int32
    }

    /// The user whose socket at one address of this machine is connected to another of its addresses; nil where the kernel knows
    /// of none here, or does not answer such questions.
    ///
    /// - Throws: where the kernel could not be asked at the moment.
    static func user(of local: SocketAddress, connectedTo remote: SocketAddress) throws -> uid_t? {
        guard let from = Endpoint(local), let to = Endpoint(remote), from.family == to.family else { return nil }
        var user: uid_t = 0
        let failure = albumen_tcp_owner(from.family, from.address, from.port, to.address, to.port, &user)
        switch failure {
        case 0: return user
        case ENOENT, EPERM, EACCES, EAFNOSUPPORT, EPROTONOSUPPORT: return nil
        default: throw Failure(number: failure)
        }
    }

    private struct Endpoint {
        let family: Int32
        let address: [UInt8]
        let port: UInt16

        init?(_ socket: SocketAddress) {
            guard let text = socket.ipAddress, let number = socket.port, let port = UInt16(exactly: number) else {
                return nil
            }
            family = text.contains(":") ? AF_INET6 : AF_INET
            var bytes = [UInt8](repeating: 0, count: 16)
            guard inet_pton(family, text, &bytes) == 1 else { return nil }
            address = bytes
            self.port = port
        }
    }
}
