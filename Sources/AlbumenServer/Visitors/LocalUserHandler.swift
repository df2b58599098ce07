import Foundation
import NIOCore

/// Closes connections of other users of this machine: what they learn of the owner's links and cookies is of no use to them.
///
/// Loopback belongs to all users of a machine, and browsers send a cookie to every port of an address. The kernel tells
/// whose the other end of a connection is. Root, which can read the library anyway, and ends that the kernel does not know
/// here, as in another network namespace, are let in.
///
/// It also tells when the browser has gone, for work that nobody waits for any more.
final class LocalUserHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private var departure: EventLoopPromise<Void>?

    /// Fulfilled when the other end has closed the connection. To be asked for on the connection's event loop.
    func departed(on channel: any Channel) -> EventLoopFuture<Void> {
        let departure = departure ?? channel.eventLoop.makePromise()
        self.departure = departure
        return departure.futureResult
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { check(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        check(context)
        context.fireChannelActive()
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

    private func check(_ context: ChannelHandlerContext) {
        guard let peer = context.remoteAddress, let own = context.localAddress else { return }
        switch Result(catching: { try ConnectionOwner.user(of: peer, connectedTo: own) }) {
        case .success(nil), .success(0), .success(geteuid()): break
        case .success, .failure: context.close(promise: nil)
        }
    }
}
