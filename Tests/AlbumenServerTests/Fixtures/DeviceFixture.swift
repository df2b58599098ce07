import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import ServerCertificates
import Testing

@testable import AlbumenServer

/// A server for this machine and for other devices, which answers within this process.
struct DeviceFixture: Sendable {
    /// The address of a device in the network.
    static let phone = "192.168.1.20"
    static let host = "attic.local:0"

    let temporary: TemporaryLibrary
    let server: GalleryServer
    let devices: DeviceServing
    let signIns: LastingSignIns
    let clock: TestClock
    private let here: RouterResponder<GalleryContext>
    private let there: RouterResponder<GalleryContext>
    private let sessions: OwnerSessions
    private let address: ServerAddress

    /// - Parameters:
    ///   - state: The user's state folder, or `nil` for a new one.
    ///   - proxies: The trusted proxies in front of `https://photos.example.org`, or `nil` for the server's own TLS.
    static func open(
        _ temporary: TemporaryLibrary? = nil, state: TemporaryFolder? = nil, clock: TestClock = TestClock(),
        proxies: Set<String>? = nil, _ body: (DeviceFixture) async throws -> Void
    ) async throws {
        let temporary = try temporary ?? TemporaryLibrary(now: clock.now)
        let state = try state ?? TemporaryFolder()
        let signIns = try LastingSignIns(of: temporary.library, environment: ["XDG_STATE_HOME": state.path])
        let names = try #require(ServerNames(proxies == nil ? ["attic.local", "192.168.1.5"] : []))
        let protection: DeviceListener.Protection =
            proxies.map { .proxy(origin: "https://photos.example.org", trusted: $0) }
            ?? .authority(LocalAuthority(in: state.file("tls")), owner: "Albumen of a test")
        let sessions = OwnerSessions(endingWith: signIns, now: clock.now)
        let address = try ServerAddress(port: 0)
        let server = try GalleryServer(
            library: temporary.library, address: address, sessions: sessions, heartbeat: GalleryServer.heartbeat,
            socketTables: SocketTableProbe.tables, signIns: signIns,
            devices: DeviceListener(
                host: "127.0.0.1", port: 0, names: names, link: "attic.local", protection: protection))
        let devices = try #require(server.devices)
        let fixture = DeviceFixture(
            temporary: temporary, server: server, devices: devices, signIns: signIns, clock: clock,
            here: server.router().buildResponder(), there: try server.deviceRouter(for: devices).buildResponder(),
            sessions: sessions, address: address)
        do {
            try await body(fixture)
        } catch {
            try await server.finish()
            throw error
        }
        try await server.finish()
    }

    // MARK: Requests

    /// Sends a request of another device.
    ///
    /// - Parameters:
    ///   - device: The device's cookie and token, or `nil` for an unknown one.
    ///   - isProxy: Whether the connection comes from a trusted proxy.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, as device: Device? = nil, headers: HTTPFields = [:],
        from address: String = phone, at host: String = host, isProxy: Bool = false, body json: String? = nil
    ) async throws -> Answer {
        var headers = headers
        if let device {
            headers[.cookie] = device.cookie
            if !method.isSafe, headers[.csrfToken] == nil { headers[.csrfToken] = device.csrfToken }
        }
        if !method.isSafe, headers[.origin] == nil { headers[.origin] = "https://\(host)" }
        if json != nil { headers[.contentType] = "application/json" }
        let request = HTTPRequest(method: method, scheme: "https", authority: host, path: path, headerFields: headers)
        let connection = RemoteConnection(number: 1, address: address, isProxy: isProxy)
        return try await ConnectionPeer.$current.withValue(.unknown) {
            try await RemoteConnection.$current.withValue(connection) {
                try await GalleryFixture.answer(to: request, Data((json ?? "").utf8), by: there)
            }
        }
    }

    func ask(
        _ path: String, as device: Device? = nil, headers: HTTPFields = [:], from address: String = phone,
        at host: String = host, isProxy: Bool = false
    ) async throws -> Answer {
        try await ask(.get, path, as: device, headers: headers, from: address, at: host, isProxy: isProxy)
    }

    /// Sends a request of the owner's browser on this machine.
    func askHere(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, headers more: HTTPFields = [:]
    ) async throws -> Answer {
        let opening = try #require(try sessions.open(key: try sessions.makeKey()))
        var headers: HTTPFields = [.cookie: "albumen-0=\(opening.cookie)", .origin: address.origin]
        headers[.csrfToken] = sessions.token(of: opening.session)
        for field in more { headers[field.name] = field.value }
        if json != nil { headers[.contentType] = "application/json" }
        let request = HTTPRequest(
            method: method, scheme: "http", authority: address.authority, path: path, headerFields: headers)
        return try await GalleryFixture.answer(to: request, Data((json ?? "").utf8), by: here)
    }

    // MARK: Senders

    /// Sends a request of a program on another machine, without an origin.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: Data = Data(),
        from address: String = phone, at host: String = host
    ) async throws -> Answer {
        let request = HTTPRequest(method: method, scheme: "https", authority: host, path: path, headerFields: headers)
        let connection = RemoteConnection(number: 1, address: address, isProxy: false)
        return try await ConnectionPeer.$current.withValue(.unknown) {
            try await RemoteConnection.$current.withValue(connection) {
                try await GalleryFixture.answer(to: request, body, by: there)
            }
        }
    }

    /// Sends a request of a program on this machine, without an origin.
    func sendHere(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: Data = Data(),
        of peer: ConnectionPeer = .current
    ) async throws -> Answer {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: address.authority, path: path, headerFields: headers)
        return try await ConnectionPeer.$current.withValue(peer) {
            try await GalleryFixture.answer(to: request, body, by: here)
        }
    }

    /// Returns the headers of a sender's requests.
    static func credentials(_ name: String, _ password: String) -> HTTPFields {
        [.authorization: "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()]
    }

    // MARK: Pairing

    /// A paired device.
    struct Device: Sendable {
        let cookie: String
        let csrfToken: String
        let id: String
    }

    struct Offered: Decodable {
        let id: String
        let link: String

        var key: String { String(link.split(separator: "#").last ?? "") }
    }

    struct Claimed: Decodable {
        let secret: String
        let number: String
    }

    private struct Session: Decodable {
        let csrfToken: String
    }

    func offer(as device: Device? = nil) async throws -> Offered {
        let answer =
            try await device == nil
            ? askHere(.post, "/api/pairings", "{}") : ask(.post, "/api/pairings", as: device, body: "{}")
        try #require(answer.status == 201, "\(answer.text)")
        return try answer.decoded()
    }

    func claim(
        _ key: String, attempt: String? = nil, name: String? = nil, from address: String = phone
    ) async throws -> Answer {
        let name = name.map { ",\"name\":\"\($0)\"" } ?? ""
        let attempt = attempt.map { ",\"attempt\":\"\($0)\"" } ?? ""
        return try await ask(.post, "/api/pairing", from: address, body: "{\"key\":\"\(key)\"\(name)\(attempt)}")
    }

    func state(_ claimed: Claimed) async throws -> Answer {
        try await ask("/api/pairing", headers: [.authorization: "Bearer \(claimed.secret)"])
    }

    func answer(_ offered: Offered, _ number: String, confirms: Bool = true) async throws -> Int {
        try await askHere(
            .post, "/api/pairings/\(offered.id)", "{\"confirms\":\(confirms),\"number\":\"\(number)\"}"
        ).status
    }

    /// Pairs a device.
    ///
    /// - Parameter device: The device that pairs it, or `nil` for this machine.
    func pair(_ name: String = "Phone", with device: Device? = nil) async throws -> Device {
        let offered = try await offer(as: device)
        let claimed: Claimed = try await claim(offered.key, name: name).decoded()
        try #require(try await answer(offered, claimed.number) == 204)
        let cookie = try #require(try await state(claimed).cookie)
        return try await session("\(cookie.name)=\(cookie.value)")
    }

    private func session(_ cookie: String) async throws -> Device {
        let session = try await ask("/api/session", headers: [.cookie: cookie])
        let value = try #require(cookie.split(separator: "=").last)
        return Device(
            cookie: cookie, csrfToken: try session.decoded(as: Session.self).csrfToken,
            id: try #require(try signIns.device(ofCookie: value)).id)
    }
}
