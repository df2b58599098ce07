import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// An HTTP/1.1 connection of another device, over TLS or from a trusted proxy. `RemoteConnection.current` is set while
/// its requests are handled, and `ConnectionPeer.current` is unknown: nothing that needs a user of this machine has an
/// effect.
struct DeviceChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    /// The size limit of a request's head, in bytes. No other program sets cookies for the server's names.
    private static let headLimit = 64 << 10
    private static let fieldLimit = 128

    let connections: DeviceConnections
    /// The TLS of the server, or `nil` behind a proxy.
    let tls: ServerTLS?
    let proxies: Set<String>?
    private let http: HTTP1Channel

    init(
        responder: @escaping HTTPChannelHandler.Responder, connections: DeviceConnections, tls: ServerTLS?,
        proxies: Set<String>?
    ) {
        (self.connections, self.tls, self.proxies) = (connections, tls, proxies)
        http = HTTP1Channel(responder: responder, headLimit: Self.headLimit, fieldLimit: Self.fieldLimit)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(DeviceConnectionHandler(connections, proxies: proxies))
            if let tls {
                try pipeline.addHandler(
                    NIOSSLServerHandler(
                        context: tls.context(at: channel.localAddress.flatMap(DeviceConnectionHandler.address))))
            }
        }.flatMap {
            http.setupRequests(of: channel, logger)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        let connection = try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: DeviceConnectionHandler.self).connection
        }.get()
        // Without a connection, the channel is closed, and its requests have no access.
        await ConnectionPeer.$current.withValue(.unknown) {
            await RemoteConnection.$current.withValue(connection ?? nil) {
                await http.handle(value: value, logger: logger)
            }
        }
    }
}
