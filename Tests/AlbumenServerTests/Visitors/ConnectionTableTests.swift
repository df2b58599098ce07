import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import AlbumenServer

/// Whose the other end of a connection is.
@Suite struct ConnectionTableTests {
    private static let table4 = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:20E4 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1001 1
           1: 0200007F:C350 0100007F:20E4 01 00000000:00000000 00:00000000 00000000  1000        0 1002 1
           2: 0100007F:C350 0100007F:20E4 01 00000000:00000000 00:00000000 00000000  1001        0 1003 1
           3: 0100007F:20E4 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 1004 1
           4: 0100007F:C351 0100007F:20E4 01 00000000:00000000 02:000003E8 00000000     0        0 1005 1
           5: 0100007F:C352 0100007F
        """

    private static let table6 = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 00000000000000000000000001000000:C360 00000000000000000000000001000000:20E4 01 00000000:00000000 00:00000000 00000000  1002        0 2001 1
           1: 0000000000000000FFFF00000100007F:C361 0000000000000000FFFF00000100007F:20E4 01 00000000:00000000 00:00000000 00000000  1003        0 2002 1
        """

    @Test func theLineOfBothAddressesTellsTheUser() throws {
        #expect(try owner("127.0.0.1", 0xC350, "127.0.0.1", Self.table4) == 1001)
        #expect(try owner("127.0.0.1", 0xC351, "127.0.0.1", Self.table4) == 0)
        #expect(try owner("::1", 0xC360, "::1", Self.table6) == 1002)
    }

    @Test func aSocketAtAnotherAddressDoesNotPassForItsNeighbour() throws {
        #expect(try owner("127.0.0.2", 0xC350, "127.0.0.1", Self.table4) == 1000)
        #expect(try owner("127.0.0.3", 0xC350, "127.0.0.1", Self.table4) == nil)
        #expect(try owner("127.0.0.1", 0xC350, "127.0.0.2", Self.table4) == nil)
    }

    @Test func aSocketThatSpeaksBothProtocolsIsFoundByItsIPv4Address() throws {
        #expect(try owner("127.0.0.1", 0xC361, "127.0.0.1", Self.table6) == 1003)
    }

    @Test func whatIsNotInTheTableIsNobodys() throws {
        #expect(try owner("127.0.0.1", 0xC359, "127.0.0.1", Self.table4) == nil)
        #expect(try owner("127.0.0.1", 0xC352, "127.0.0.1", Self.table4) == nil)
        #expect(try owner("127.0.0.1", 0xC350, "127.0.0.1", "") == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.9.8.7", "::1"])
    func theKernelsTableHasThisProcessesConnections(host: String) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        guard let listener = try? await ServerBootstrap(group: group).bind(host: host, port: 0).get() else {
            try Test.cancel("this machine has no address \(host)")
        }
        let server = try #require(listener.localAddress)
        let client = try await ClientBootstrap(group: group).connect(to: server).get()
        let own = try #require(client.localAddress)
        #expect(ConnectionTable.owner(of: own, connectedTo: server) == geteuid())
        try await client.close()
        try await listener.close()
    }

    /// A table of many pages: the kernel hands out one at a time.
    @Test func everyConnectionOfManyIsFound() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let listener = try await ServerBootstrap(group: group).serverChannelOption(.backlog, value: 256)
            .bind(host: "127.0.0.1", port: 0).get()
        let server = try #require(listener.localAddress)
        var clients: [any Channel] = []
        for _ in 0..<100 { clients.append(try await ClientBootstrap(group: group).connect(to: server).get()) }
        for client in clients {
            let own = try #require(client.localAddress)
            #expect(ConnectionTable.owner(of: own, connectedTo: server) == geteuid())
        }
        for client in clients { try await client.close() }
        try await listener.close()
    }

    private func owner(_ host: String, _ port: Int, _ server: String, _ table: String) throws -> uid_t? {
        ConnectionTable.owner(
            of: try SocketAddress(ipAddress: host, port: port),
            connectedTo: try SocketAddress(ipAddress: server, port: 0x20E4), inTable: table)
    }
}
