import NIOCore
import NIOHTTP1

/// Closes the connection after a response with `Connection: close`, although the client may send more of its request.
final class LastResponseHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time in which the client can read the response. It begins when the server writes the end of the response,
    /// because a busy server writes late.
    private static let readingTime = TimeAmount.seconds(5)

    private var isLast = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isLast = head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
        case .end where isLast:
            // A client that reads nothing keeps the write from completing, so this doesn't wait for it.
            context.eventLoop.scheduleTask(in: Self.readingTime) { [channel = context.channel] in
                channel.close(promise: nil)
            }
        case .body, .end: break
        }
        context.write(data, promise: promise)
    }
}
