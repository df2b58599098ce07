import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

extension HTTP1Channel {
    /// - Parameters:
    ///   - headLimit: The size limit of a request's head, in bytes.
    ///   - fieldLimit: The largest number of fields in a request's head.
    init(responder: @escaping HTTPChannelHandler.Responder, headLimit: Int, fieldLimit: Int) {
        self.init(
            responder: responder,
            configuration: Configuration(
                idleTimeout: .seconds(120),
                httpDecoderConfiguration: Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: headLimit, maxHeaderListSize: headLimit, maxHeaderFieldCount: fieldLimit)))
    }

    /// Adds the handlers of requests to a connection, behind those that it has.
    func setupRequests(of channel: any Channel, _ logger: Logger) -> EventLoopFuture<Value> {
        setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers([RequestHeadHandler(), LastResponseHandler()], position: .after(decoder))
            return value
        }
    }
}
