import Foundation
import NIOHTTP1
import Testing

/// The owner of a served library, without a browser.
struct GalleryOwner: Sendable {
    private struct Session: Decodable {
        let csrfToken: String
    }

    let server: GalleryProcess
    /// The cookie's name and value.
    let cookie: String
    private let csrfToken: String

    /// Follows the server's link.
    init(of server: GalleryProcess) async throws {
        let link = String(server.link.dropFirst(server.origin.count))
        let entrance = try await server.ask(link)
        let field = try #require(entrance.headers["Set-Cookie"].first)
        try await self.init(of: server, cookie: String(field.prefix { $0 != ";" }))
    }

    /// - Parameter cookie: The name and value of a session's cookie.
    init(of server: GalleryProcess, cookie: String) async throws {
        let session = try await server.ask("/api/session", headers: ["Cookie": cookie])
        csrfToken = try JSONDecoder().decode(Session.self, from: session.body).csrfToken
        (self.server, self.cookie) = (server, cookie)
    }

    /// Returns a request with everything that a change needs, as sent over the network.
    func wire(_ method: String, _ path: String, _ json: String = "") -> String {
        [
            "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Origin: \(server.origin)",
            "Cookie: \(cookie)", "Albumen-CSRF-Token: \(csrfToken)", "Connection: close",
            "Content-Type: application/json", "Content-Length: \(json.utf8.count)", "", json,
        ].joined(separator: "\r\n")
    }

    func ask(_ target: String) async throws -> LocalHTTP.Answer {
        try await server.ask(target, headers: ["Cookie": cookie])
    }
}
