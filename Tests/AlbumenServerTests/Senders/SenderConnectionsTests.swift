import AlbumenTestSupport
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer

/// The connections of senders on this machine.
@Suite(.blocking) struct SenderConnectionsTests {
    @Test func `the connections of a removed sender are closed, and others stay`() throws {
        let temporary = try TemporaryLibrary()
        let removed = Mutex<Set<String>>([])
        let connections = SenderConnections(for: temporary.library) { id in removed.withLock { !$0.contains(id) } }
        defer { connections.stop() }
        let closed = Mutex<Set<Int>>([])
        let channels = (0..<3).map { number in
            let channel = NIOAsyncTestingChannel()
            channel.closeFuture.whenComplete { _ in closed.withLock { _ = $0.insert(number) } }
            return channel
        }
        try connections.note("phone", channels[0])
        try connections.note("desk", channels[1])
        try connections.note("desk", channels[2])
        // A proxy on this machine can have one connection for both.
        try connections.note("phone", channels[2])
        removed.withLock { _ = $0.insert("phone") }
        temporary.library.doorbell.ring()
        try waitUntil { closed.withLock { $0 == [0, 2] } }
        // The closing of the first ones was asked for before.
        #expect(closed.withLock { !$0.contains(1) })
    }
}
