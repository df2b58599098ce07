import Foundation
import NIOCore

/// Closes connections of other users of this machine before a byte of theirs is read.
///
/// Loopback belongs to all users of a machine, and browsers send a cookie to every port of an address, so another user can
/// learn the owner's cookie. The kernel knows which user has the other end of a connection open. Root, which can read the
/// library anyway, is admitted. Everything else is refused: another user's socket, a closed one, whose user the kernel has
/// forgotten, a connection from elsewhere, and a failure to ask.
///
/// The handler comes first in the pipeline, before the decoder. It also reports the browser's departure, for work whose
/// result nobody waits for any more.
final class LocalUserHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let sockets: any SocketTable
    private let owner: uid_t
    private var isAdmitted = false
    private var departure: EventLoopPromise<Void>?

    init(_ sockets: any SocketTable, owner: uid_t = geteuid()) {
        self.sockets = sockets
        self.owner = owner
    }

    /// Fulfilled when the other end has closed the connection. Call it on the connection's event loop.
    func departed(on channel: any Channel) -> EventLoopFuture<Void> {
        let departure = departure ?? channel.eventLoop.makePromise()
        self.departure = departure
        return departure.futureResult
    }

    func channelActive(context: ChannelHandlerContext) {
        isAdmitted = admits(context.channel)
        guard isAdmitted else {
            context.close(promise: nil)
            return
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isAdmitted { context.fireChannelRead(data) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A browser that closes only its own direction never asks again on this connection.
        if case ChannelEvent.inputClosed = event { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
    }

    private func leave() {
        departure?.succeed()
        departure = nil
    }

    /// Whether the owner or root has the other end open.
    ///
    /// The order matters. Our end is looked at last: while it is connected, no other connection can have its two
    /// addresses, so the socket found before is the one that sent whatever waits to be read. Without that, a port that
    /// another user has left could be taken over by a process of the owner's between two looks.
    private func admits(_ channel: any Channel) -> Bool {
        guard let peer = channel.remoteAddress.flatMap(SocketEndpoint.init),
            let own = channel.localAddress.flatMap(SocketEndpoint.init)
        else { return false }
        do {
            guard let socket = try sockets.socket(at: peer, connectedTo: own), socket.isOpen(by: owner) else {
                return false
            }
            return try Self.isConnected(channel)
        } catch {
            // A kernel that can't be asked doesn't say whose the connection is.
            return false
        }
    }

    private static func isConnected(_ channel: any Channel) throws -> Bool {
        guard let options = channel.syncOptions else { return false }
        // The first byte of the kernel's `tcp_info` is the state.
        let start = try options.getOption(ChannelOptions.socket(SocketOptionLevel(IPPROTO_TCP), TCP_INFO))
        let state = withUnsafeBytes(of: start) { $0.first }.flatMap(PeerSocket.State.init)
        return state == .established || state == .closeWait
    }
}
