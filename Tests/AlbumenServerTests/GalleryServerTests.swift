import AlbumenTestSupport
import Foundation
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

@testable import AlbumenServer

/// The server on its socket.
@Suite struct GalleryServerTests {
    private struct Fault: Error {}

    @Test func `the error names a port that is in use`() async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        try await withServer(port: port) { server in
            let error = await #expect(throws: ServerError.self) { try await server.run { _ in } }
            #expect(error?.message.contains("\(port)") == true)
            #expect(error?.message.contains("--port") == true)
        }
        try await listener.close()
    }

    @Test func `the server reports its port and ends with its task`() async throws {
        try await withServer { server in
            var port = 0
            try await GalleryFixture.running(server) { address in
                port = address.port
                #expect(port > 0)
                let link = try server.link(at: address)
                #expect(link.hasPrefix("http://127.0.0.1:\(port)/open?key="))
                let status = try await status(address)
                #expect(status == 401)
            }
            let address = try ServerAddress(port: port)
            await #expect(throws: (any Error).self) { try await status(address) }
        }
    }

    @Test func `the server ends with the error of whenReady`() async throws {
        try await withServer { server in
            await #expect(throws: Fault.self) { try await server.run { _ in throw Fault() } }
        }
    }

    @Test func `the server can run again after its end`() async throws {
        try await withServer { server in
            for _ in 0..<2 {
                try await GalleryFixture.running(server) { address in
                    let status = try await status(address)
                    #expect(status == 401)
                }
            }
        }
    }

    @Test func `the server listens on the IPv6 loopback address`() async throws {
        guard
            let probe = try? await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .bind(host: "::1", port: 0).get()
        else { try Test.cancel("this machine has no address ::1") }
        try await probe.close()
        try await GalleryFixture.serve(host: "::1") { (gallery) async throws in
            #expect(gallery.address.authority == "[::1]:\(gallery.address.port)")
            #expect(try await gallery.respond("/api/collections").status == 200)
            #expect(try await gallery.respond("/api/collections", as: .nobody).status == 401)
            #expect(try await gallery.respond("/", host: "127.0.0.1:\(gallery.address.port)").status == 421)
        }
    }

    @Test func `connections of this user are admitted`() async throws {
        try await GalleryFixture.serve { gallery in
            #expect(try await gallery.respond("/").status == 200)
            let cookie = try #require(try await gallery.respond(gallery.link(), as: .nobody).cookie)
            #expect(cookie.name == "albumen-\(gallery.address.port)")
        }
    }

    /// More connections at a time than the server serves at once. The others wait.
    @Test func `a thousand connections in bursts are all answered`() async throws {
        try await GalleryFixture.serve { gallery in
            for burst in [400, 400, 200] {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<burst {
                        group.addTask { try await gallery.respond(index % 2 == 0 ? "/api/collections" : "/").status }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 200, count: burst))
            }
        }
    }

    // MARK: Parts

    private func withServer(port: Int = 0, _ body: (GalleryServer) async throws -> Void) async throws {
        let temporary = try TemporaryLibrary()
        let server = try GalleryServer(library: temporary.library, address: ServerAddress(port: port))
        try await body(server)
        try await server.finish()
    }

    private func status(_ address: ServerAddress) async throws -> Int {
        try await SocketClient.send(
            HTTPRequest(method: .get, scheme: "http", authority: address.authority, path: "/"), to: address
        ).status
    }
}
