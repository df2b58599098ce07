import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// A client that tries to get more than the owner chose for it (§9.1).
@Suite struct HostileClientTests {
    /// Everything that only the owner, or only one app, may know.
    private struct Secrets {
        let link: String
        let usedLink: String
        let app: PickClient
        let other: PickClient
        let item: String
        let asset: String

        var all: [String] {
            let gallery = app.gallery
            let keys = [link, usedLink].compactMap { $0.split(separator: "=").last.map(String.init) }
            return keys + [gallery.ownerCookie, gallery.csrfToken, app.token, other.token, item]
        }
    }

    @Test func `a hostile client is refused, the server stays up, and its log has no secret`() async throws {
        let log = RecordedLog()
        try await GalleryFixture.serve(limits: .generous, log: log) { gallery in
            let asset = try gallery.add(.photograph("a.jpg"))
            let usedLink = try gallery.link()
            #expect(try await gallery.respond(usedLink, as: .nobody).cookie != nil)
            let app = try await PickClient(gallery)
            let item = try #require(try await app.choose([asset]).items.first).item
            let secrets = Secrets(
                link: try gallery.link(), usedLink: usedLink, app: app,
                other: try await PickClient(gallery, origin: "http://other.example"), item: item, asset: asset)
            try await Self.guess(secrets)
            try await Self.replay(secrets)
            try await Self.useForeignTokens(secrets)
            try await Self.sendBodies(secrets)
            try await Self.sendSlowBody(secrets, log)
            try await Self.sendNoHTTP(secrets)
            try await Self.useCookieOfTheOwner(secrets)

            // The server still answers the owner and the app, and has another link.
            #expect(try await gallery.respond("/api/session").status == 200)
            #expect(try await app.load(item, "public.jpeg").status == 200)
            #expect(try await gallery.respond(secrets.link, as: .nobody).cookie != nil)
            // It logs something at this level, so an empty log would be no evidence.
            #expect(log.text.contains("127.0.0.1"), "\(log.text)")
            for secret in secrets.all {
                try #require(secret.count >= 16)
                #expect(!log.text.contains(secret))
                #expect(!log.text.contains(secret.prefix(16)))
            }
        }
    }

    private static func guess(_ secrets: Secrets) async throws {
        let app = secrets.app
        for _ in 0..<20 {
            let number = try SecretToken().text.prefix(PickNumber.length)
            for path in ["", "/items", "/items/\(secrets.item)/public.jpeg"] {
                #expect(try await app.ask(.get, "/api/picks/\(number)\(path)").status == 404)
            }
            #expect(try await app.ask(.get, token: SecretToken().text).status == 404)
            let link = SignInRoute.link(key: try SecretToken().text)
            #expect(try await app.gallery.respond(link, as: .nobody).cookie == nil)
        }
    }

    private static func replay(_ secrets: Secrets) async throws {
        let (app, gallery) = (secrets.app, secrets.app.gallery)
        #expect(try await gallery.respond(secrets.usedLink, as: .nobody).cookie == nil)
        // The choice has ended, for the owner's page too.
        #expect(try await app.select([secrets.asset], revision: 1).status == 410)
        let ending = "{\"action\": \"add\", \"revision\": 1, \"removes\": []}"
        #expect(try await gallery.change(.post, "\(app.pickerPath)/end", ending).status == 410)
        // A session that was deleted is unknown to its own token.
        let deleted = try await PickClient(gallery)
        #expect(try await deleted.ask(.delete).status == 204)
        for method in [HTTPRequest.Method.get, .delete] {
            #expect(try await deleted.ask(method).status == 404)
        }
    }

    private static func useForeignTokens(_ secrets: Secrets) async throws {
        let (app, other, gallery) = (secrets.app, secrets.other, secrets.app.gallery)
        for path in [app.path, "\(app.path)/items", "\(app.path)/items/\(secrets.item)/public.jpeg"] {
            #expect(try await other.ask(.get, path).status == 404)
            #expect(try await gallery.respond("\(path)?token=\(app.token)", as: .nobody).status == 401)
        }
        // An app's token is no cookie, and the cookie and the page's token are no app's token.
        let stolen: HTTPFields = [.authorization: "Bearer \(app.token)", .cookie: "\(gallery.cookieName)=\(app.token)"]
        #expect(try await gallery.respond("/api/session", as: .nobody, headers: stolen).status == 401)
        for token in [gallery.ownerCookie, gallery.csrfToken] {
            #expect(try await app.ask(.get, token: token).status == 404)
        }
        // A page of another site that knows the page's token.
        let forged = try await gallery.change(
            .post, "/api/trash", "{\"assets\": [\"\(secrets.asset)\"]}", headers: [.origin: "http://other.example"])
        #expect(forged.status == 403)
        let opaque = try await PickClient.create(gallery, "{}", origin: "null")
        #expect(opaque.status == 403)
    }

    /// Huge and invalid bodies that contain the secrets.
    private static func sendBodies(_ secrets: Secrets) async throws {
        let gallery = secrets.app.gallery
        let text = secrets.all.joined(separator: " ")
        let bodies = [
            "{\"application\": \"\(text)\", \"x\": \"\(String(repeating: "x", count: 64 << 10))\"}",
            "{\"application\": \"\(text)\", \"x\": \"\(String(repeating: "x", count: 8 << 20))\"}",
        ]
        for body in bodies {
            #expect(try await PickClient.create(gallery, body, origin: nil).status == 413)
        }
        for body in ["\(text)", "{\"\(text)\": 1}", "{\"limit\": \"\(text)\"}"] {
            #expect(try await PickClient.create(gallery, body, origin: nil).status == 400)
        }
    }

    /// A body that contains the secrets and stays incomplete. It has a server of its own with a short limit, because a
    /// busy machine may need longer for other bodies.
    private static func sendSlowBody(_ secrets: Secrets, _ log: RecordedLog) async throws {
        var limits = PickLimits.generous
        limits.bodyTime = .milliseconds(50)
        let text = secrets.all.joined(separator: " ")
        try await GalleryFixture.serve(limits: limits, log: log) { gallery in
            let head = gallery.wire(.post, "/api/picks").split(separator: "\r\n").filter {
                !$0.hasPrefix("Content-Length") && !$0.hasPrefix("Origin")
            }
            let answer = try await RawConnection.with(gallery.address) { connection in
                let lines = head + ["Content-Length: 1000", "", "{\"\(text)"]
                try await connection.send(lines.joined(separator: "\r\n"))
                return try await connection.read(until: "\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
            #expect(try await gallery.respond("/api/session").status == 200)
        }
    }

    /// Requests that end early or aren't HTTP.
    private static func sendNoHTTP(_ secrets: Secrets) async throws {
        let gallery = secrets.app.gallery
        let text = secrets.all.joined(separator: " ")
        let heads = [
            "\(text)\r\n\r\n", "GET /\(text) HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: \(gallery.address.authority)\r\nAuthorization \(text)\r\n\r\n",
            "GET / HTTP/9.9\r\nCookie: \(gallery.cookieName)=\(gallery.ownerCookie)\r\n\r\n",
            "POST /api/picks HTTP/1.1\r\nHost: \(gallery.address.authority)\r\nContent-Length: \(text)\r\n\r\n",
            "GET \(secrets.app.path) HTTP/1.1\r\nAuthorization: Bearer \(secrets.app.token)",
        ]
        for head in heads {
            let answer = try await RawConnection.with(gallery.address) { connection in
                try await connection.send(head)
                connection.closeOutput()
                return try await connection.read()
            }
            #expect(!answer.hasPrefix("HTTP/1.1 2"), "\(answer)")
        }
    }

    /// The cookie over a connection of another user of the machine.
    private static func useCookieOfTheOwner(_ secrets: Secrets) async throws {
        guard ForeignUser.isAvailable else { return }
        let gallery = secrets.app.gallery
        let requests = [
            gallery.wire(.get, "/api/session"), gallery.wire(.get, secrets.app.pickerPath),
            gallery.wire(.post, "/api/trash", "{\"assets\": [\"\(secrets.asset)\"]}"),
        ]
        let port = gallery.address.port
        let received = try await onOwnThread {
            try ForeignUser.send(requests, count: 3, .open, port: port)
        }
        #expect(received == 0)
        #expect(try await gallery.respond("/api/assets/\(secrets.asset)").status == 200)
    }
}
