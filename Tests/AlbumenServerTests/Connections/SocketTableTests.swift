import AlbumenTestSupport
import Foundation
import LocalSockets
import NIOCore
import NIOPosix
import SystemPackage
import Testing

@testable import AlbumenServer

/// The kernel's information about the other end of a connection.
@Suite struct SocketTableTests {
    private static let tables: [any SocketTable] = SocketTableProbe.tables
    private let group = MultiThreadedEventLoopGroup.singleton

    @Test(arguments: tables.indices, ["127.0.0.1", "127.9.8.7", "::1"])
    func `an open socket belongs to this user`(table: Int, host: String) async throws {
        guard let listener = try? await ServerBootstrap(group: group).bind(host: host, port: 0).get() else {
            try Test.cancel("this machine has no address \(host)")
        }
        let server = try #require(listener.localAddress)
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        let socket = try #require(try find(client, connectedTo: server, in: table))
        #expect(socket.user == geteuid())
        #expect(socket.inode != 0)
        #expect(socket.state == .established)
        #expect(socket.isOpen(by: geteuid()))
        try await client.close()
        try await listener.close()
    }

    /// Java, for instance, only has such sockets.
    @Test(arguments: tables.indices)
    func `an IPv6 socket connected to an IPv4 address is found`(table: Int) async throws {
        let listener = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let server = try #require(listener.localAddress)
        let port = try #require(server.port)
        let mapped = try SocketAddress(ipAddress: "::ffff:127.0.0.1", port: port)
        guard let client = try? await ClientBootstrap(group: group).connect(to: mapped).get() else {
            try Test.cancel("this machine has no IPv6")
        }
        let own = try SocketAddress(ipAddress: "127.0.0.1", port: #require(client.localAddress?.port))
        let found = try Self.tables[table].socket(
            at: #require(SocketEndpoint(own)), connectedTo: #require(SocketEndpoint(server)))
        #expect(try #require(found).isOpen(by: geteuid()))
        try await client.close()
        try await listener.close()
    }

    @Test(arguments: tables.indices)
    func `a half-closed socket belongs to its user`(table: Int) async throws {
        let listening = try ListeningSocket()
        defer { listening.close() }
        let server = try SocketAddress(ipAddress: "127.0.0.1", port: listening.port)
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        try await client.close(mode: .output)
        var socket = try #require(try find(client, connectedTo: server, in: table))
        // Until the other end has confirmed it, which takes a moment on a busy machine.
        try await waitUntil {
            socket = try #require(try find(client, connectedTo: server, in: table))
            return socket.state != .finWait1
        }
        #expect(socket.state == .finWait2)
        #expect(socket.isOpen(by: geteuid()))
        try await client.close()
    }

    @Test(.timeLimit(.minutes(60)), arguments: tables.indices)
    func `a closed socket belongs to nobody`(table: Int) async throws {
        // No connection is accepted, so the other end stays open in the kernel.
        let listening = try ListeningSocket()
        defer { listening.close() }
        let server = try SocketAddress(ipAddress: "127.0.0.1", port: listening.port)
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        let own = try #require(client.localAddress)
        try await client.close()
        let (local, remote) = (try #require(SocketEndpoint(own)), try #require(SocketEndpoint(server)))
        var found = try Self.tables[table].socket(at: local, connectedTo: remote)
        // A program that another test is starting inherits the descriptors for a moment.
        try await waitUntil {
            found = try Self.tables[table].socket(at: local, connectedTo: remote)
            return found?.inode ?? 0 == 0
        }
        // The kernel no longer knows the user and reports root.
        #expect(found?.isOpen(by: geteuid()) ?? false == false)
    }

    @Test(arguments: tables.indices)
    func `a socket at another address is not confused with its neighbour`(table: Int) async throws {
        let (listener, server) = try await listen()
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        let neighbour = try SocketAddress(ipAddress: "127.0.0.2", port: #require(client.localAddress?.port))
        let found = try Self.tables[table].socket(
            at: #require(SocketEndpoint(neighbour)), connectedTo: #require(SocketEndpoint(server)))
        #expect(found == nil)
        try await client.close()
        try await listener.close()
    }

    /// The kernel returns this socket if no connection matches.
    @Test(arguments: tables.indices)
    func `a listening socket is not a peer`(table: Int) async throws {
        let (listener, server) = try await listen()
        let elsewhere = try SocketAddress(ipAddress: "127.0.0.1", port: 9)
        let found = try Self.tables[table].socket(
            at: #require(SocketEndpoint(server)), connectedTo: #require(SocketEndpoint(elsewhere)))
        #expect(found == nil)
        try await listener.close()
    }

    @Test(arguments: tables.indices)
    func `each of many connections is found`(table: Int) async throws {
        let listener = try await ServerBootstrap(group: group).serverChannelOption(.backlog, value: 256)
            .bind(host: "127.0.0.1", port: 0).get()
        let server = try #require(listener.localAddress)
        var clients: [any Channel] = []
        for _ in 0..<100 { clients.append(try await ClientBootstrap(group: group).connect(to: server).get()) }
        for client in clients {
            #expect(try find(client, connectedTo: server, in: table)?.isOpen(by: geteuid()) == true)
        }
        for client in clients { try await client.close() }
        try await listener.close()
    }

    @Test func `only an open, connected socket of the owner or of root counts`() {
        let states: [PeerSocket.State?] = [
            .established, .finWait1, .finWait2, .closeWait, .lastAcknowledgement, .closing,
        ]
        for state in states {
            #expect(PeerSocket(user: 1000, inode: 7, state: state).isOpen(by: 1000))
            #expect(PeerSocket(user: 0, inode: 7, state: state).isOpen(by: 1000))
            #expect(!PeerSocket(user: 1001, inode: 7, state: state).isOpen(by: 1000))
            #expect(!PeerSocket(user: 1000, inode: 0, state: state).isOpen(by: 1000))
            #expect(!PeerSocket(user: 0, inode: 0, state: state).isOpen(by: 1000))
        }
        #expect(!PeerSocket(user: 1000, inode: 7, state: nil).isOpen(by: 1000))
        // Connecting, waiting for late packets, closed, listening.
        for number: UInt8 in [0, 2, 3, 6, 7, 10, 12] { #expect(PeerSocket.State(rawValue: number) == nil) }
    }

    // MARK: The source

    private struct SilentTable: SocketTable {
        func socket(at: SocketEndpoint, connectedTo: SocketEndpoint) throws -> PeerSocket? {
            throw SocketTableFailure(errno: .notPermitted)
        }
    }

    private struct WrongTable: SocketTable {
        func socket(at: SocketEndpoint, connectedTo: SocketEndpoint) throws -> PeerSocket? {
            PeerSocket(user: geteuid() + 1, inode: 1, state: .established)
        }
    }

    @Test func `the first source that knows the server's own connection is used`() async throws {
        let table = try await SocketTableProbe.table(
            at: "127.0.0.1", among: [SilentTable(), WrongTable(), ProcessSocketTable(), DiagnosticSocketTable()])
        #expect(table is ProcessSocketTable)
        let usual = try await SocketTableProbe.table(at: "127.0.0.1")
        #expect(usual is DiagnosticSocketTable)
    }

    @Test func `a server that cannot distinguish users does not start`() async throws {
        let temporary = try TemporaryLibrary()
        let server = try GalleryServer(
            library: temporary.library, address: ServerAddress(port: 0), sessions: OwnerSessions(),
            heartbeat: GalleryServer.heartbeat, socketTables: [SilentTable(), WrongTable()])
        let error = await #expect(throws: ServerError.self) {
            try await server.run { _ in Issue.record("It listens.") }
        }
        #expect(error?.message.contains("which user") == true)
        try await server.finish()
    }

    @Test func `a source that fails later admits nobody`() async throws {
        let kernel = FailingTable()
        try await GalleryFixture.serve(socketTables: [kernel]) { (gallery) async throws in
            #expect(try await gallery.respond("/").status == 200)
            kernel.fail()
            await #expect(throws: (any Error).self) { try await gallery.respond("/") }
        }
    }

    // MARK: Parts

    private func listen() async throws -> (any Channel, SocketAddress) {
        let listener = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        return (listener, try #require(listener.localAddress))
    }

    private func find(
        _ client: any Channel, connectedTo server: SocketAddress, in table: Int
    ) throws -> PeerSocket? {
        try Self.tables[table].socket(
            at: #require(client.localAddress.flatMap(SocketEndpoint.init)),
            connectedTo: #require(SocketEndpoint(server)))
    }
}
