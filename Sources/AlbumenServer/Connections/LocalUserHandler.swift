import Foundation
import NIOCore

/// Closes connections of other users of this machine before it reads a byte.
///
/// All users of a machine share the loopback address, and browsers send a cookie to every port of an address. So
/// another user can learn the owner's cookie. The kernel knows the user at the other end of a connection. The handler
/// also admits root, which can read the library anyway.
///
/// It refuses all other connections: sockets of other users, connections from other machines, and closed sockets, whose
/// user the kernel has forgotten. It also refuses all connections if the kernel can't be asked.
///
/// The handler is the first one in the pipeline, before the decoder. It also reports when the browser disconnects, so
/// that work for it can be cancelled.
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

    /// Returns a future that completes when the other end closes the connection. Call it on the connection's event
    /// loop.
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
        // A browser that has closed its sending direction sends no more requests on this connection.
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

    /// Returns whether the owner or root has the other end open.
    ///
    /// The order of the checks matters. The last check is the state of our end. While it's connected, no other
    /// connection can have its two addresses, so the socket found before sent the pending bytes. Otherwise, a process
    /// of the owner could take over a port between two checks, after another user has released it.
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
            // If the kernel can't be asked, the connection's user is unknown.
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
