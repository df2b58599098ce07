import AlbumenTestSupport
import Foundation

/// A listening socket that accepts no connections.
struct ListeningSocket {
    let port: Int
    private let descriptor: Int32

    init() throws {
        let (descriptor, port) = try LoopbackSocket.listen()
        (self.descriptor, self.port) = (descriptor, Int(port))
    }

    func close() { _ = Foundation.close(descriptor) }
}
