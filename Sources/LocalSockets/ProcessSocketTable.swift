package import Foundation
import SystemCalls
import SystemPackage

/// Reads the kernel's lists of sockets in `/proc/net`, for kernels and containers without socket diagnostics.
///
/// - Complexity: O(*n*) for each query, for *n* sockets of this machine.
package struct ProcessSocketTable: SocketTable {
    private let folder: URL

    /// - Parameter folder: The folder with the lists.
    package init(folder: URL = URL(filePath: "/proc/net")) {
        self.folder = folder
    }

    package func socket(at local: SocketEndpoint, connectedTo remote: SocketEndpoint) throws -> PeerSocket? {
        guard local.family == remote.family else { return nil }
        // The kernel can skip a socket while other sockets open or close.
        for _ in 0..<Self.attempts {
            if let socket = try look(local, remote) { return socket }
        }
        return nil
    }

    private static let attempts = 3

    private func look(_ local: SocketEndpoint, _ remote: SocketEndpoint) throws -> PeerSocket? {
        if local.family == AF_INET, let socket = try find(local.hexadecimal, remote.hexadecimal, in: "tcp") {
            return socket
        }
        // An IPv6 socket can be connected to an IPv4 address.
        return try find(local.hexadecimalInVersion6, remote.hexadecimalInVersion6, in: "tcp6")
    }

    private func find(_ local: String, _ remote: String, in file: String) throws -> PeerSocket? {
        guard let list = try bytes(of: file) else { return nil }
        let (local, remote) = (Array(local.utf8), Array(remote.utf8))
        for line in list.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
            // The fields are a number, both addresses, the state, queues, timers, retransmissions, the user, timeouts,
            // and the inode.
            guard fields.count > 9, fields[1].elementsEqual(local), fields[2].elementsEqual(remote) else { continue }
            guard let state = UInt8(String(decoding: fields[3], as: UTF8.self), radix: 16),
                let user = uid_t(String(decoding: fields[7], as: UTF8.self)),
                let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
            else { throw SocketTableFailure(errno: .protocolError) }
            return PeerSocket(user: user, inode: inode, state: PeerSocket.State(rawValue: state))
        }
        return nil
    }
}

extension ProcessSocketTable {
    /// Reads a file to its end. The kernel returns such a file page by page, and Foundation stops after the first page.
    ///
    /// - Returns: The bytes, or `nil` if there is no such file, for example in a kernel without IPv6.
    private func bytes(of file: String) throws -> [UInt8]? {
        let path = folder.appending(path: file).path(percentEncoded: false)
        do throws(Errno) {
            let descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_CLOEXEC) }
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            var page = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = try SystemCall.retrying { read(descriptor, &page, page.count) }
                if count == 0 { return bytes }
                bytes.append(contentsOf: page[..<count])
            }
        } catch {
            guard error != .noSuchFileOrDirectory else { return nil }
            throw SocketTableFailure(errno: error)
        }
    }
}

extension SocketEndpoint {
    /// The address as in `/proc/net`: each group of four bytes as one number in the machine's byte order.
    fileprivate var hexadecimal: String {
        let words = stride(from: 0, to: address.count, by: 4).map { start in
            address[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        }
        return words.map { String(format: "%08X", $0) }.joined() + String(format: ":%04X", Int(port))
    }

    fileprivate var hexadecimalInVersion6: String {
        guard family == AF_INET else { return hexadecimal }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
        return SocketEndpoint(family: AF_INET6, address: mapped, port: port).hexadecimal
    }
}
