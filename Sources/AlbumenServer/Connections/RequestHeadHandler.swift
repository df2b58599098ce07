import NIOCore
import NIOHTTP1

/// Moves the server's name in each request to `Host`, so that one check covers it (RFC 9112, 3.2).
///
/// A target in absolute form (`GET http://127.0.0.1:8420/ HTTP/1.1`) contains an authority, which has precedence over
/// `Host`. A request with several `Host` headers is malformed.
///
/// The handler also invites bodies that clients hold back until the server has checked the head (`Expect:
/// 100-continue`).
final class RequestHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private var isMalformed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The server answers 400 and closes the connection. The following bytes belong to no request.
        if isMalformed { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        do {
            try Self.moveAuthority(of: &head)
        } catch {
            isMalformed = true
            context.fireErrorCaught(error)
            return
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Sends `100 Continue`, unless the connection is closed. Call it on the connection's event loop when no other
    /// response is in flight.
    static func inviteBody(on channel: any Channel) throws {
        guard channel.isActive else { return }
        let context = try channel.pipeline.syncOperations.context(handlerType: Self.self)
        context.writeAndFlush(
            NIOAny(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    /// Sends `104 Upload Resumption Supported`, unless the connection is closed. The same conditions apply.
    static func announceUpload(on channel: any Channel, _ headers: HTTPHeaders) throws {
        guard channel.isActive else { return }
        let context = try channel.pipeline.syncOperations.context(handlerType: Self.self)
        let status = HTTPResponseStatus.custom(code: 104, reasonPhrase: "Upload Resumption Supported")
        context.writeAndFlush(
            NIOAny(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
            promise: nil)
    }

    /// - Throws: `HTTPParserError` if the head names several servers, or a server with a scheme other than HTTP.
    static func moveAuthority(of head: inout HTTPRequestHead) throws {
        guard head.headers["Host"].count <= 1 else { throw HTTPParserError.invalidHeaderToken }
        // A path, or the asterisk of OPTIONS.
        guard head.uri.utf8.first != UInt8(ascii: "/"), head.uri != "*" else { return }
        let scheme = "http://"
        guard head.uri.prefix(scheme.count).lowercased() == scheme else { throw HTTPParserError.invalidURL }
        let rest = head.uri.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let target = rest[authority.endIndex...]
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        head.uri = target.first == "/" ? String(target) : "/\(target)"
    }
}
