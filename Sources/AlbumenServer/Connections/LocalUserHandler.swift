import Foundation
import LocalSockets
import NIOCore

/// Finds the user of a connection before it reads a byte.
///
/// All users of a machine share the loopback address, and browsers send a cookie to every port of an address. So
/// another user can learn the owner's cookie. The kernel knows the user at the other end of a connection. Root counts as
/// the owner, because root can read the library anyway. Connections of other users are marked (`peer`), and have a share
/// of the connections of their own.
///
/// The handler closes all other connections: connections from other machines, and closed sockets, whose user the kernel
/// has forgotten. It also closes all connections if the kernel can't be asked, and connections beyond a user's share.
///
/// The handler is the first one in the pipeline, before the decoder. It also reports when the browser disconnects, so
/// that work for it can be cancelled.
final class LocalUserHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let sockets: any SocketTable
    private let shares: ConnectionShares
    private let owner: uid_t
    /// The user of the connection, or `nil` if it isn't admitted. Read it on the connection's event loop.
    private(set) var peer: ConnectionPeer?
    private var isCounted = false
    private var departure: EventLoopPromise<Void>?

    init(_ sockets: any SocketTable, _ shares: ConnectionShares, owner: uid_t = geteuid()) {
        self.sockets = sockets
        self.shares = shares
        self.owner = owner
    }

    /// Returns a future that completes when the other end closes the connection. Call it on the connection's event
    /// loop.
    func departed(on channel: any Channel) -> EventLoopFuture<Void> {
        let departure = departure ?? channel.eventLoop.makePromise()
        self.departure = departure
        return departure.futureResult
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let peer = peer(of: context.channel), shares.enter(peer) else {
            context.close(promise: nil)
            return
        }
        isCounted = true
        self.peer = peer
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if peer != nil { context.fireChannelRead(data) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        uncount()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A browser that has closed its sending direction sends no more requests on this connection.
        if case ChannelEvent.inputClosed = event { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        uncount()
    }

    private func uncount() {
        guard isCounted, let peer else { return }
        isCounted = false
        shares.leave(peer)
    }

    private func leave() {
        departure?.succeed()
        departure = nil
    }

    /// Returns the user who has the other end open, or `nil` if the kernel doesn't know one.
    ///
    /// The order of the checks matters. The last check is the state of our end. While it's connected, no other
    /// connection can have its two addresses, so the socket found before sent the pending bytes. Otherwise, a process
    /// of the owner could take over a port between two checks, after another user has released it.
    private func peer(of channel: any Channel) -> ConnectionPeer? {
        guard let peer = channel.remoteAddress.flatMap(SocketEndpoint.init),
            let own = channel.localAddress.flatMap(SocketEndpoint.init)
        else { return nil }
        do {
            guard let socket = try sockets.socket(at: peer, connectedTo: own), socket.isOpen,
                try Self.isConnected(channel)
            else { return nil }
            return ConnectionPeer(user: socket.user, inode: socket.inode, owner: owner)
        } catch {
            // If the kernel can't be asked, the connection's user is unknown.
            return nil
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
