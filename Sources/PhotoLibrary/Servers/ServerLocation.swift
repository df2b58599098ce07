package import Foundation
import SystemCalls
import SystemPackage

/// A server of a library on this machine.
package struct LibraryServer: Sendable, Equatable {
    /// The address without a path, such as `http://127.0.0.1:8420`.
    package let address: String
    /// The address of links for the owner's browser, without a path. `nil` if the server is of an earlier version.
    package let page: String?
    package let process: pid_t
}

/// Finds the server of a library.
package struct ServerLocation {
    /// The file in the library's folder that has the address of its server.
    private struct AddressFile: Decodable {
        let address: String
        let page: String?
        let process: pid_t
    }

    private let file: URL

    /// - Parameter folder: The library's folder.
    package init(of folder: URL) {
        file = folder.appending(path: "server.json")
    }

    /// Returns the server that the file in the library's folder names. It may have ended.
    ///
    /// - Throws: `LibraryServerError` if the file isn't valid or isn't this user's.
    package func published() throws -> LibraryServer? {
        let path = file.path(percentEncoded: false)
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        } catch {
            guard error != .noSuchFileOrDirectory, error != .notDirectory, error != .permissionDenied else {
                return nil
            }
            throw LibraryServerError(.invalidAddress, "\(path) can't be read: \(error).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let status = try FileDescriptor(rawValue: descriptor).status()
        guard status.isRegularFile, status.owner == geteuid() || status.owner == 0, status.size <= 4096 else {
            throw LibraryServerError(
                .invalidAddress, "\(path) isn't a file of this user with the address of a server.")
        }
        guard let data = try handle.read(upToCount: 4096),
            let content = try? JSONDecoder().decode(AddressFile.self, from: data)
        else { return nil }
        return LibraryServer(
            address: try Self.origin(content.address, in: path), page: content.page, process: content.process)
    }

    /// Returns the running server of the library, or `nil` if none runs.
    ///
    /// - Throws: `LibraryServerError` if the file with its address can't be used.
    package func running() throws -> LibraryServer? {
        guard let server = try published(), kill(server.process, 0) == 0 || errno == EPERM else { return nil }
        return Self.listens(at: server.address) ? server : nil
    }

    /// Returns an address without a path. Without encryption, it must be one of this machine.
    ///
    /// - Parameter source: The file or variable with the address, for the error.
    /// - Throws: `LibraryServerError` if the text isn't such an address.
    package static func origin(_ text: String, in source: String) throws -> String {
        let parts = URLComponents(string: text)
        guard let parts, let host = parts.host, !host.isEmpty, parts.user == nil, parts.query == nil,
            parts.fragment == nil, parts.path.isEmpty || parts.path == "/",
            parts.scheme == "https" || parts.scheme == "http" && isLocal(host)
        else {
            throw LibraryServerError(
                .invalidAddress,
                "\(source) names \(text), which isn't the address of a server on this machine, such as "
                    + "http://127.0.0.1:8420.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func isLocal(_ host: String) -> Bool {
        var version4 = in_addr()
        if inet_pton(AF_INET, host, &version4) == 1 { return UInt32(bigEndian: version4.s_addr) >> 24 == 127 }
        return host == "::1" || host == "[::1]" || host == "localhost"
    }

    /// Whether a program of this machine listens at an address.
    private static func listens(at address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host else { return false }
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let name = host.trimmingCharacters(in: ["[", "]"])
        guard getaddrinfo(name, "\(parts.port ?? 80)", &hints, &found) == 0, let found else { return false }
        defer { freeaddrinfo(found) }
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let connection = socket(found.pointee.ai_family, flags, 0)
        guard connection >= 0 else { return false }
        defer { close(connection) }
        if connect(connection, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 { return true }
        guard errno == EINPROGRESS else { return false }
        var state = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 1000) == 1 else { return false }
        var failure: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(connection, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0
    }
}
