import Albumen
package import Hummingbird
import NIOCore
import Synchronization

/// What a request carries through the server.
package struct GalleryContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// What whoever asks may see. Decided once, before any route is called.
    var access = Access.none
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
        let channel = channel
        let departed = channel.eventLoop.flatSubmit {
            // A connection has none in tests that go without a socket.
            let handler = try? channel.pipeline.syncOperations.handler(type: LocalUserHandler.self)
            return handler?.departed(on: channel) ?? channel.closeFuture
        }
        let cancellation = Cancellation { task.cancel() }
        departed.whenComplete { _ in cancellation.perform() }
        defer { cancellation.forget() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
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
