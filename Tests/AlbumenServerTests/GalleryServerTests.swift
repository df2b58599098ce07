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

    @Test func aPortThatIsTakenIsNamed() async throws {
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

    @Test func itTellsThePortThatItListensOnAndEndsWithItsTask() async throws {
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

    @Test func itEndsWithWhatWhenReadyThrows() async throws {
        try await withServer { server in
            await #expect(throws: Fault.self) { try await server.run { _ in throw Fault() } }
        }
    }

    @Test func itRunsAgainAfterItsEnd() async throws {
        try await withServer { server in
            for _ in 0..<2 {
                try await GalleryFixture.running(server) { address in
                    let status = try await status(address)
                    #expect(status == 401)
                }
            }
        }
    }

    @Test func itServesTheOtherProtocolsLoopback() async throws {
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

    @Test func thisUsersConnectionsAreLetIn() async throws {
        try await GalleryFixture.serve { gallery in
            #expect(try await gallery.respond("/").status == 200)
            let cookie = try #require(try await gallery.respond(gallery.link(), as: .nobody).cookie)
            #expect(cookie.name == "albumen-\(gallery.address.port)")
        }
    }

    @Test(
        .enabled(
            if: geteuid() == 0
                && ["/usr/sbin/runuser", "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile),
            "only root can be another user, with runuser and curl"))
    func anotherUsersConnectionsAreClosedWithoutAnAnswer() async throws {
        try await GalleryFixture.serve { gallery in
            let link = try gallery.server.link(at: gallery.address)
            let asked = try await run(
                "/usr/sbin/runuser", "-u", "nobody", "--", "/usr/bin/curl", "-s", "-i", "--noproxy", "*", link)
            // 52: nothing came back; 56: the connection was reset.
            #expect([52, 56].contains(asked.exitStatus))
            #expect(asked.output == "")
            // The same by the same means as this user: the other one was refused for who it is.
            let own = try await run("/usr/bin/curl", "-s", "-i", "--noproxy", "*", link)
            #expect(own.exitStatus == 0)
            #expect(own.output.contains("albumen-\(gallery.address.port)="))
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

    /// On a thread that may wait.
    private func run(_ program: String, _ arguments: String...) async throws -> ProgramRun.Outcome {
        try await NIOThreadPool.singleton.runIfActive {
            try ProgramRun.run(URL(fileURLWithPath: program), arguments)
        }
    }
}
