package import Foundation

/// A server of a library in name only: a socket listens at the address that the library's folder names.
package final class NominalServer: Sendable {
    package let address: String
    private let listener: Int32
    private let file: URL

    package init(of folder: URL) throws {
        let (listener, port) = try LoopbackSocket.listen()
        self.listener = listener
        address = "http://127.0.0.1:\(port)"
        file = folder.appending(path: "server.json")
        try Data("{\"address\": \"\(address)\", \"process\": \(getpid())}".utf8).write(to: file)
    }

    deinit { close(listener) }

    /// Ends the server as a killed one ends: the file stays.
    package func end() { shutdown(listener, Int32(SHUT_RDWR)) }
}
