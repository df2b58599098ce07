import Albumen
import Foundation
import Glibc
import SystemCalls
import SystemPackage

/// Finds the server of the user's library.
struct PickerServerLocation {
    /// The file in the library's folder that has the address of its server.
    private struct AddressFile: Decodable {
        let address: String
        let process: pid_t
    }

    let environment: [String: String]

    /// Returns the server that `ALBUMEN_SERVER` names, or `nil` if there is no such variable.
    ///
    /// - Throws: `PickerError` if the value isn't the address of a server.
    func named() throws -> PickerServer? {
        guard let text = environment["ALBUMEN_SERVER"], !text.isEmpty else { return nil }
        return PickerServer(address: try Self.origin(text, in: "ALBUMEN_SERVER"), isChecked: false)
    }

    /// Returns the running server of the library, as the file in the library's folder names it. It may have ended.
    ///
    /// - Throws: `PickerError` if the file isn't valid or isn't this user's.
    func published() throws -> (server: PickerServer, process: pid_t)? {
        let file = try LibraryLocation.find(environment: environment).appending(path: "server.json")
        let path = file.path(percentEncoded: false)
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        } catch {
            guard error != .noSuchFileOrDirectory, error != .notDirectory, error != .permissionDenied else {
                return nil
            }
            throw PickerError(.invalidAddress, "\(path) can't be read: \(error).")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let status = try FileDescriptor(rawValue: descriptor).status()
        guard status.isRegularFile, status.owner == geteuid() || status.owner == 0, status.size <= 4096 else {
            throw PickerError(.invalidAddress, "\(path) isn't a file of this user with the address of a server.")
        }
        guard let data = try handle.read(upToCount: 4096),
            let content = try? JSONDecoder().decode(AddressFile.self, from: data)
        else { return nil }
        let address = try Self.origin(content.address, in: path)
        return (PickerServer(address: address, isChecked: true), content.process)
    }

    /// Returns an address without a path. Without encryption, it must be one of this machine.
    private static func origin(_ text: String, in source: String) throws -> String {
        let parts = URLComponents(string: text)
        guard let parts, let host = parts.host, !host.isEmpty, parts.user == nil, parts.query == nil,
            parts.fragment == nil, parts.path.isEmpty || parts.path == "/",
            parts.scheme == "https" || parts.scheme == "http" && isLocal(host)
        else {
            throw PickerError(
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
}
