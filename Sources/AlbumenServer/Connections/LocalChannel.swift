import HummingbirdCore
import LocalSockets
import Logging
import NIOCore

/// An HTTP/1.1 connection of a user of this machine. `ConnectionPeer.current` is the user while its requests are handled.
struct LocalChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    /// The size limit of a request's head, in bytes. Browsers store up to 180 cookies of 4 KB for an address, and a
    /// page on another port can set all of them. A lower limit would lock the owner out.
    static let headLimit = 1 << 20
    private static let fieldLimit = 256

    let sockets: any SocketTable
    let shares: ConnectionShares
    private let http: HTTP1Channel

    init(responder: @escaping HTTPChannelHandler.Responder, sockets: any SocketTable, shares: ConnectionShares) {
        self.sockets = sockets
        self.shares = shares
        http = HTTP1Channel(responder: responder, headLimit: Self.headLimit, fieldLimit: Self.fieldLimit)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(LocalUserHandler(sockets, shares))
        }.flatMap {
            http.setupRequests(of: channel, logger)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        let peer = try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: LocalUserHandler.self).peer
        }.get()
        // Without a peer, the connection is closed, and its requests have no access.
        await ConnectionPeer.$current.withValue(peer ?? .unknown) {
            await http.handle(value: value, logger: logger)
        }
    }
}
