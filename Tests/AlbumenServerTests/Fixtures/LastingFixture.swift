import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import LocalSockets
import Testing

@testable import AlbumenServer

/// A server at which browsers stay signed in, with requests under each of its names.
struct LastingFixture: Sendable {
    let temporary: TemporaryLibrary
    let signIns: LastingSignIns
    let address: ServerAddress
    let server: GalleryServer

    /// Runs a server until `body` returns.
    ///
    /// - Parameters:
    ///   - state: The user's state folder.
    ///   - now: The clock of sessions, keys and picks. By default it stands still, because keys work for seconds only.
    static func run(
        _ temporary: TemporaryLibrary, state: TemporaryFolder, now: @escaping @Sendable () -> Date = TestClock().now,
        tables: [any SocketTable] = SocketTableProbe.tables, _ body: (LastingFixture) async throws -> Void
    ) async throws {
        let signIns = try LastingSignIns(of: temporary.library, environment: ["XDG_STATE_HOME": state.path])
        let server = try GalleryServer(
            library: temporary.library, address: ServerAddress(port: 0),
            sessions: OwnerSessions(endingWith: signIns, now: now), heartbeat: GalleryServer.heartbeat,
            socketTables: tables, signIns: signIns, picks: PickSessions(limits: .patient, now: now))
        do {
            try await GalleryFixture.running(server) { address in
                try await body(
                    LastingFixture(temporary: temporary, signIns: signIns, address: address, server: server))
            }
        } catch {
            try await server.finish()
            throw error
        }
        try await server.finish()
    }

    var entrance: String { address.authority(ofName: RunNames.entrance) }

    /// The run's `Host`.
    func runHost() throws -> String {
        let link = try server.link(at: address)
        return try #require(link.firstMatch(of: /http:\/\/([^\/]+)\//).map { String($0.1) })
    }

    static let navigation: HTTPFields = [
        .secFetchMode: "navigate", .secFetchDest: "document", .secFetchSite: "none",
    ]

    /// Sends a request under one of the names.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, at host: String, _ headers: HTTPFields = [:],
        body: String = ""
    ) async throws -> Answer {
        try await SocketClient.send(
            HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers),
            Data(body.utf8), to: address)
    }

    func ask(_ path: String, at host: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        try await ask(.get, path, at: host, headers)
    }

    /// A browser that has opened a link: its cookie for the run, and its lasting cookie as name and value.
    struct Browser: Sendable {
        let session: String
        let lasting: String
    }

    /// Opens a link under the run's name and signs the browser in for long, as its page does.
    func signIn() async throws -> Browser {
        let (opened, host) = (try await open(), try runHost())
        let answer = try await stay(try #require(Self.stay(in: opened)), from: "http://\(host)")
        try #require(answer.status == 204)
        let cookie = try #require(answer.cookie)
        return Browser(session: try #require(opened.cookie?.value), lasting: "\(cookie.name)=\(cookie.value)")
    }

    func open() async throws -> Answer {
        let (host, link) = (try runHost(), try server.link(at: address))
        return try await ask(String(link.dropFirst("http://\(host)".count)), at: host, Self.navigation)
    }

    /// Returns the secret with which a page signs its browser in for long.
    static func stay(in answer: Answer) -> String? {
        answer.text.firstMatch(of: /data-stay="([^"]+)"/).map { String($0.1) }
    }

    func stay(_ secret: String, from origin: String?, site: String = "same-site") async throws -> Answer {
        var headers: HTTPFields = [.secFetchSite: site, .secFetchMode: "no-cors", .secFetchDest: "empty"]
        if let origin { headers[.origin] = origin }
        return try await ask(.post, Entrance.stay, at: entrance, headers, body: secret)
    }
}
