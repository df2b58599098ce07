import Foundation
import NIOCore

/// Closes connections of other users of this machine: what they learn of the owner's links and cookies is of no use to them.
///
/// Loopback belongs to all users of a machine, and browsers send a cookie to every port of an address. The kernel tells
/// whose the other end of a connection is. Root, which can read the library anyway, and ends that the kernel does not list
/// here, as in another network namespace, are let in.
final class LocalUserHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { check(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        check(context)
        context.fireChannelActive()
    }

    private func check(_ context: ChannelHandlerContext) {
        guard let peer = context.remoteAddress, let own = context.localAddress else { return }
        guard let owner = ConnectionTable.owner(of: peer, connectedTo: own) else { return }
        if owner != 0, owner != geteuid() { context.close(promise: nil) }
    }
}
