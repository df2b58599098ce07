import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import AlbumenServer

/// Whose the other end of a connection is.
@Suite struct ConnectionOwnerTests {
    @Test(arguments: ["127.0.0.1", "127.9.8.7", "::1"])
    func theKernelKnowsThisProcessesConnections(host: String) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        guard let listener = try? await ServerBootstrap(group: group).bind(host: host, port: 0).get() else {
            try Test.cancel("this machine has no address \(host)")
        }
        let server = try #require(listener.localAddress)
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        let own = try #require(client.localAddress)
        #expect(try ConnectionOwner.user(of: own, connectedTo: server) == geteuid())
        try await client.close()
        try await listener.close()
    }

    @Test func aSocketAtAnotherAddressDoesNotPassForItsNeighbour() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let listener = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let server = try #require(listener.localAddress)
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        let port = try #require(client.localAddress?.port)
        let neighbour = try SocketAddress(ipAddress: "127.0.0.2", port: port)
        #expect(try ConnectionOwner.user(of: neighbour, connectedTo: server) == nil)
        try await client.close()
        try await listener.close()
    }

    @Test func everyConnectionOfManyIsFound() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let listener = try await ServerBootstrap(group: group).serverChannelOption(.backlog, value: 256)
            .bind(host: "127.0.0.1", port: 0).get()
        let server = try #require(listener.localAddress)
        var clients: [any Channel] = []
        for _ in 0..<100 { clients.append(try await ClientBootstrap(group: group).connect(to: server).get()) }
        for client in clients {
            let own = try #require(client.localAddress)
            #expect(try ConnectionOwner.user(of: own, connectedTo: server) == geteuid())
        }
        for client in clients { try await client.close() }
        try await listener.close()
    }
}
