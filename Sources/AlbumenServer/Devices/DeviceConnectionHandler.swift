import NIOCore

/// Counts a connection of another device, and closes it if there are too many, or if no device uses it.
///
/// It's the first handler of the pipeline, before TLS, so a connection beyond the limits reads and sends nothing.
final class DeviceConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let connections: DeviceConnections
    /// The numeric addresses of trusted proxies, or `nil` if devices connect themselves.
    private let proxies: Set<String>?
    /// The connection, or `nil` if it isn't admitted. Read it on the connection's event loop.
    private(set) var connection: RemoteConnection?
    private var expiry: Scheduled<Void>?

    init(_ connections: DeviceConnections, proxies: Set<String>?) {
        (self.connections, self.proxies) = (connections, proxies)
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let address = context.channel.remoteAddress.flatMap(Self.address), proxies?.contains(address) ?? true,
            let number = connections.enter(context.channel, from: address, isProxy: proxies != nil)
        else {
            context.close(promise: nil)
            return
        }
        connection = RemoteConnection(number: number, address: address, isProxy: proxies != nil)
        if proxies == nil {
            expiry = context.eventLoop.scheduleTask(in: DeviceConnections.patience) {
                [connections, channel = context.channel] in
                if connections.isUnknown(number) { channel.close(promise: nil) }
            }
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if connection != nil { context.fireChannelRead(data) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // TLS has its own end of a direction. A device that closes it without has gone.
        if case ChannelEvent.inputClosed = event {
            context.close(promise: nil)
            return
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
        expiry?.cancel()
        expiry = nil
        guard let connection else { return }
        self.connection = nil
        connections.leave(connection.number)
    }

    /// Returns the numeric address, with an address of version 4 in its own form.
    static func address(of socket: SocketAddress) -> String? {
        guard let text = socket.ipAddress else { return nil }
        let mapped = "::ffff:"
        return text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.count)) : text
    }
}
