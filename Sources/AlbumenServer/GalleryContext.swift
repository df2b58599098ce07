import Albumen
package import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// The data of a request.
package struct GalleryContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The principal of the request. Determined once, before any route's handler.
    var principal = Principal.nobody
    /// What the request's `Host` means.
    var place = RunNames.Place.address
    /// The session of the request, or `nil` if it has none.
    var session: OwnerSessions.SessionNumber?
    /// The lasting sign-in of the paired device that asks, or `nil` for this machine.
    var device: LastingSignIn?
    /// The sender whose password the request has, or `nil`. Only on the paths of `SenderArea`.
    var sender: Sender?
    /// The connected site whose secret the request has, or `nil`. Only on the routes for apps of other devices.
    var site: ConnectedSite?
    /// The origin under which another device reaches the server, or `nil` for this machine.
    var deviceOrigin: String?
    /// The client whose token the request has, or `nil` if it has none.
    var client: ClientVisit?
    /// The app's session whose token the request has, or `nil` if it has none.
    var pick: PickSession?
    /// The user at the other end of the connection.
    let peer: ConnectionPeer
    /// The connection of another device, or `nil` for one of this machine.
    let remote: RemoteConnection?
    /// The server's port of the request's connection.
    let port: Int
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = ConnectionPeer.current
        remote = RemoteConnection.current
        port = source.channel.localAddress?.port ?? 0
    }

    /// Runs work whose result only the browser needs, and cancels it when the browser disconnects.
    func whileConnected<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task(operation: work)
        let cancellation = Cancellation { task.cancel() }
        whenDeparted { cancellation.perform() }
        defer { cancellation.forget() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Calls the action once after the browser has disconnected, on the connection's thread.
    func whenDeparted(_ action: @escaping @Sendable () -> Void) {
        let channel = channel
        let departed = channel.eventLoop.flatSubmit {
            // In tests without a socket, a connection has no such handler.
            let handler = try? channel.pipeline.syncOperations.handler(type: LocalUserHandler.self)
            return handler?.departed(on: channel) ?? channel.closeFuture
        }
        departed.whenComplete { _ in action() }
    }

    /// Asks a browser that waits for permission (`Expect: 100-continue`) to send the request's body.
    func inviteBody() async throws {
        try await channel.eventLoop.submit { [channel] in try RequestHeadHandler.inviteBody(on: channel) }.get()
    }

    /// Tells a client where to continue if the connection breaks while it sends a file.
    func announceUpload(_ headers: HTTPHeaders) async throws {
        try await channel.eventLoop.submit { [channel] in
            try RequestHeadHandler.announceUpload(on: channel, headers)
        }.get()
    }

    /// Waits until the connection's thread has taken what was written.
    ///
    /// Only then does the next write wait for a slow browser. Without this, a body of any size can be written while a
    /// busy machine doesn't run that thread.
    func awaitConnection() async throws {
        try await channel.eventLoop.submit {}.get()
    }

    /// Closes the connection after a short time in which the browser can read the response, even if the browser reads
    /// nothing.
    func closeSoon() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .milliseconds(200)) { channel.close(promise: nil) }
    }
}

/// The cancellation of work in progress. After `forget()`, it no longer references the work or its result.
private final class Cancellation: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    func perform() { action.withLock { $0 }?() }

    func forget() { action.withLock { $0 = nil } }
}
