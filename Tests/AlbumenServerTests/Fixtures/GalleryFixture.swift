import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import LocalSockets
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import AlbumenServer

/// A library with its server, and the visitors who send requests.
struct GalleryFixture: Sendable {
    enum Visitor: CaseIterable, Sendable {
        /// A visitor with the cookie from a link.
        case owner
        case nobody
    }

    private typealias Send = @Sendable (HTTPRequest, Data) async throws -> Answer

    let temporary: TemporaryLibrary
    let server: GalleryServer
    let address: ServerAddress
    private let send: Send
    /// The value of the owner's cookie.
    let ownerCookie: String
    /// The token of the owner's session.
    let csrfToken: String

    var library: Library { temporary.library }

    // MARK: Serving

    /// Answers within this process, without a socket, so the port is 0. Tests can't request pictures that
    /// aren't stored, because making them monitors the connection.
    ///
    /// - Parameters:
    ///   - temporary: The library, or `nil` for a new one.
    ///   - now: The clock of the library, of the owner's links and cookies, and of the picker's sessions.
    ///   - limits: The limits of the picker's sessions.
    static func open(
        _ temporary: TemporaryLibrary? = nil, now: @escaping @Sendable () -> Date = { Date() },
        limits: PickLimits = .patient, _ body: (GalleryFixture) async throws -> Void
    ) async throws {
        let temporary = try temporary ?? TemporaryLibrary(now: now)
        let address = try ServerAddress(port: 0)
        let server = try GalleryServer(
            library: temporary.library, address: address, sessions: OwnerSessions(now: now),
            heartbeat: GalleryServer.heartbeat, socketTables: SocketTableProbe.tables,
            picks: PickSessions(limits: limits, now: now), downloads: PreparedDownloads(now: TestClock().now))
        let responder = server.router().buildResponder()
        try await finishing(server) {
            try await body(
                GalleryFixture(temporary, server, address) { try await answer(to: $0, $1, by: responder) })
        }
    }

    /// Returns the answer to a request within this process.
    static func answer(
        to request: HTTPRequest, _ body: Data, by responder: RouterResponder<GalleryContext>
    ) async throws -> Answer {
        let context = GalleryContext(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        let response = try await responder.respond(
            to: Request(head: request, body: RequestBody(buffer: ByteBuffer(bytes: body))), context: context)
        let written = AnswerBody()
        try await response.body.write(written)
        return Answer(status: response.status.code, headers: response.headers, body: Data(written.bytes))
    }

    /// Answers on a socket, like `albumen serve`. Prepared downloads don't expire.
    ///
    /// - Parameters:
    ///   - temporary: The library, or `nil` for a new one.
    ///   - now: The clock of the library, of the owner's links and cookies, and of the picker's sessions.
    ///   - limits: The limits of the picker's sessions.
    ///   - heartbeat: The time between two heartbeats of a stream.
    ///   - socketTables: The tables in which the server finds the user of a connection.
    ///   - log: Receives everything that the server logs.
    ///   - consentPatience: The longest time for which a client's change waits for the owner.
    static func serve(
        _ temporary: TemporaryLibrary? = nil, host: String = "127.0.0.1",
        now: @escaping @Sendable () -> Date = { Date() }, heartbeat: Duration = GalleryServer.heartbeat,
        socketTables: [any SocketTable] = SocketTableProbe.tables, limits: PickLimits = .patient,
        consentPatience: Duration = .seconds(TestPatience.seconds), log: RecordedLog = RecordedLog(),
        _ body: (GalleryFixture) async throws -> Void
    ) async throws {
        let temporary = try temporary ?? TemporaryLibrary(now: now)
        let server = try GalleryServer(
            library: temporary.library, address: ServerAddress(host: host, port: 0),
            sessions: OwnerSessions(now: now), heartbeat: heartbeat, socketTables: socketTables,
            picks: PickSessions(limits: limits, now: now), downloads: PreparedDownloads(now: TestClock().now),
            consentPatience: consentPatience, logger: log.logger)
        try await finishing(server) {
            try await running(server) { address in
                try await body(
                    GalleryFixture(temporary, server, address) { try await SocketClient.send($0, $1, to: address) })
            }
        }
    }

    /// Runs a server until `body` returns.
    static func running(_ server: GalleryServer, _ body: (ServerAddress) async throws -> Void) async throws {
        let (addresses, told) = AsyncStream.makeStream(of: ServerAddress.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { told.finish() }
                try await server.run { told.yield($0) }
            }
            if let address = await addresses.first(where: { _ in true }) { try await body(address) }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private static func finishing(_ server: GalleryServer, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            try await server.finish()
            throw error
        }
        try await server.finish()
    }

    private init(
        _ temporary: TemporaryLibrary, _ server: GalleryServer, _ address: ServerAddress, send: @escaping Send
    ) async throws {
        self.temporary = temporary
        self.server = server
        self.address = address
        self.send = send
        let link = try server.link(at: address).dropFirst(address.origin.count)
        let entrance = try await send(
            HTTPRequest(method: .get, scheme: "http", authority: address.authority, path: String(link)), Data())
        let cookie = try #require(entrance.cookie?.value)
        let session = try await send(
            HTTPRequest(
                method: .get, scheme: "http", authority: address.authority, path: "/api/session",
                headerFields: [.cookie: "albumen-\(address.port)=\(cookie)"]), Data())
        (ownerCookie, csrfToken) = (cookie, try session.decoded(as: SessionAnswer.self).csrfToken)
    }

    private struct SessionAnswer: Decodable {
        let csrfToken: String
    }

    // MARK: Asking

    /// - Parameters:
    ///   - host: The request's host, or `nil` for none.
    ///   - tellsOrigin: Whether a request that changes something has the server's own origin, unless the headers
    /// contain one.
    ///   - tellsToken: Whether a request of the owner that changes something has the session's token, unless the
    /// headers contain one.
    func respond(
        _ method: HTTPRequest.Method, _ path: String, as visitor: Visitor = .owner, host: String?? = .none,
        headers: HTTPFields = [:], tellsOrigin: Bool = true, tellsToken: Bool = true, body: Data = Data()
    ) async throws -> Answer {
        var headers = self.headers(of: visitor, headers)
        if tellsOrigin, ![.get, .head].contains(method), headers[.origin] == nil { headers[.origin] = address.origin }
        if tellsToken, visitor == .owner, !method.isSafe, headers[.csrfToken] == nil { headers[.csrfToken] = csrfToken }
        return try await send(
            HTTPRequest(
                method: method, scheme: "http", authority: host ?? address.authority, path: path,
                headerFields: headers), body)
    }

    /// Reads a stream of events on its own connection until `body` returns. The server must be on a socket.
    func follow<Value>(
        _ path: String, as visitor: Visitor = .owner, headers: HTTPFields = [:],
        _ body: (inout EventReader) async throws -> Value
    ) async throws -> Value {
        try await SocketClient.follow(
            HTTPRequest(
                method: .get, scheme: "http", authority: address.authority, path: path,
                headerFields: self.headers(of: visitor, headers)), to: address, body)
    }

    private func headers(of visitor: Visitor, _ headers: HTTPFields) -> HTTPFields {
        var headers = headers
        if visitor == .owner { headers[.cookie] = "\(cookieName)=\(ownerCookie)" }
        return headers
    }

    /// Opens another session and returns its token.
    func csrfTokenOfAnotherSession() async throws -> String {
        let cookie = try #require(try await respond(link(), as: .nobody).cookie?.value)
        let session = try await respond("/api/session", as: .nobody, headers: [.cookie: "\(cookieName)=\(cookie)"])
        return try session.decoded(as: SessionAnswer.self).csrfToken
    }

    /// Sends JSON.
    func change(
        _ method: HTTPRequest.Method, _ path: String, _ json: String, as visitor: Visitor = .owner,
        headers: HTTPFields = [:], tellsOrigin: Bool = true, tellsToken: Bool = true
    ) async throws -> Answer {
        var headers = headers
        headers[.contentType] = headers[.contentType] ?? "application/json"
        return try await respond(
            method, path, as: visitor, headers: headers, tellsOrigin: tellsOrigin, tellsToken: tellsToken,
            body: Data(json.utf8))
    }

    func respond(
        _ path: String, as visitor: Visitor = .owner, host: String?? = .none, headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await respond(.get, path, as: visitor, host: host, headers: headers)
    }

    /// Returns a request of the owner with everything that a change needs, as sent over the network. The server closes
    /// the connection after it.
    func wire(_ method: HTTPRequest.Method, _ path: String, _ json: String = "", headers: [String] = []) -> String {
        let lines = [
            "\(method.rawValue) \(path) HTTP/1.1", "Host: \(address.authority)", "Origin: \(address.origin)",
            "Cookie: \(cookieName)=\(ownerCookie)", "\(HTTPField.Name.csrfToken): \(csrfToken)", "Connection: close",
            "Content-Type: application/json", "Content-Length: \(json.utf8.count)",
        ]
        return (lines + headers + ["", json]).joined(separator: "\r\n")
    }

    var cookieName: String { "albumen-\(address.port)" }

    /// Returns the path and query of a new link.
    func link() throws -> String { String(try server.link(at: address).dropFirst(address.origin.count)) }
}
