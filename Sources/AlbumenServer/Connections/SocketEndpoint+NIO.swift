import LocalSockets
import NIOCore

extension SocketEndpoint {
    /// Returns `nil` if the address isn't an IP address.
    init?(_ socket: SocketAddress) {
        guard let text = socket.ipAddress, let number = socket.port, let port = UInt16(exactly: number) else {
            return nil
        }
        self.init(address: text, port: port)
    }
}
