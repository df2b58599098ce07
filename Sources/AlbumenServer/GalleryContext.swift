import Albumen
package import Hummingbird
import NIOCore
import Synchronization

/// What a request carries through the server.
package struct GalleryContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Whoever sent the request. Decided once, before any route is called.
    var principal = Principal.nobody
    /// The one that the request belongs to; nil for nobody's.
    var session: OwnerSessions.SessionNumber?
    /// The server's own, on the connection that the request came by.
    let port: Int
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        port = source.channel.localAddress?.port ?? 0
    }

    /// Does work that is of use only as long as the browser is there; it is cancelled when the browser goes away.
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

    /// Calls the action once, when the browser has gone away. On the connection's thread.
    func whenDeparted(_ action: @escaping @Sendable () -> Void) {
        let channel = channel
        let departed = channel.eventLoop.flatSubmit {
            // A connection has none in tests that go without a socket.
            let handler = try? channel.pipeline.syncOperations.handler(type: LocalUserHandler.self)
            return handler?.departed(on: channel) ?? channel.closeFuture
        }
        departed.whenComplete { _ in action() }
    }

    /// Tells a browser that waits for it (`Expect: 100-continue`) to send the request's body.
    func inviteBody() async throws {
        try await channel.eventLoop.submit { [channel] in try RequestHeadHandler.inviteBody(on: channel) }.get()
    }

    /// Closes the connection, also where the browser reads nothing of what was sent; what it does read it has until then.
    func closeSoon() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: .milliseconds(200)) { channel.close(promise: nil) }
    }
}

/// The end of some work, as long as it is under way: what keeps this for longer does not keep what the work made.
private final class Cancellation: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    func perform() { action.withLock { $0 }?() }

    func forget() { action.withLock { $0 = nil } }
}
