package import Foundation

/// A server of a library in name only: a socket listens at the address that the library's folder names.
package final class NominalServer: Sendable {
    package struct Failure: Error {}

    package let address: String
    private let listener: Int32
    private let file: URL

    package init(of folder: URL) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isListening else { throw Failure() }
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        file = folder.appending(path: "server.json")
        try Data("{\"address\": \"\(address)\", \"process\": \(getpid())}".utf8).write(to: file)
    }

    deinit { close(listener) }

    /// Ends the server as a killed one ends: the file stays.
    package func end() { shutdown(listener, Int32(SHUT_RDWR)) }
}
