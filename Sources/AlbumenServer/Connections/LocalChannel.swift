import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1.1 connection that only processes of the owner and root can use.
struct LocalChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    /// The size limit of a request's head, in bytes. Browsers store up to 180 cookies of 4 KB for an address, and a
    /// page on another port can set all of them. A lower limit would lock the owner out.
    static let headLimit = 1 << 20
    private static let fieldLimit = 256

    let sockets: any SocketTable
    private let http: HTTP1Channel

    init(responder: @escaping HTTPChannelHandler.Responder, sockets: any SocketTable) {
        self.sockets = sockets
        http = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                idleTimeout: .seconds(120),
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: Self.headLimit, maxHeaderListSize: Self.headLimit,
                    maxHeaderFieldCount: Self.fieldLimit)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(LocalUserHandler(sockets))
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestHeadHandler(), position: .after(decoder))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}
