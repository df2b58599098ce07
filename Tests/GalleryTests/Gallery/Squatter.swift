import AlbumenTestSupport
import Foundation
import Testing

/// A server of another user at the port of the gallery. It serves a page with a service worker.
final class Squatter: Sendable {
    /// The texts that the page and its service worker read.
    struct Loot: Decodable, Sendable {
        let texts: [String]
        let worker: [String]
        /// The results of the page's looks at the window that it opened.
        let reads: [String]
    }

    private let program: ProgramRun

    private static let script = """
        import http.server, json, sys

        files = json.load(sys.stdin)

        class Squatter(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                is_worker = self.path == "/worker.js"
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
                self.send_header("Cache-Control", "no-store")
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(files["worker" if is_worker else "page"].encode())
                print("cookies", self.headers.get("Cookie", ""), flush=True)

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", files["port"]), Squatter)
        print("ready", flush=True)
        server.serve_forever()
        """

    /// Sends cookies from a process of the other user.
    private static let replay = """
        import http.client, json, sys

        work = json.load(sys.stdin)
        for path in ("/", "/access", "/here"):
            connection = http.client.HTTPConnection("127.0.0.1", work["port"])
            connection.request("GET", path, headers={"Host": f"albumen.localhost:{work['port']}",
                "Cookie": work["cookies"], "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
                "Sec-Fetch-Site": "none"})
            answer = connection.getresponse()
            print(answer.status, answer.headers.get("Location"), answer.headers.get("Set-Cookie"))
        """

    init(at port: Int) throws {
        let files: [String: Any] = ["page": Self.page, "worker": Self.worker, "port": port]
        program = try ForeignUser.start(
            python: Self.script, input: try JSONSerialization.data(withJSONObject: files))
        guard program.waitForOutput(where: { $0.contains("ready") }) else {
            throw GalleryProcess.Failure(description: "the squatter doesn't listen: \(try program.wait().error)")
        }
    }

    /// Waits for the browser and returns its cookies. Blocks.
    func cookies() throws -> String {
        var cookies: String?
        _ = program.waitForOutput { output in
            cookies = output.firstMatch(of: /cookies (.+)\n/).map { String($0.1) }
            return cookies != nil
        }
        return try #require(cookies, "the squatter ended without a cookie")
    }

    /// Sends the cookies of the owner's browser to the server, and returns the lines of its answers. Blocks.
    static func replay(_ cookies: String, toPort port: Int) throws -> [String] {
        let work: [String: Any] = ["cookies": cookies, "port": port]
        let outcome = try ForeignUser.start(
            python: replay, input: try JSONSerialization.data(withJSONObject: work)
        ).wait()
        return outcome.outputLines + outcome.errorLines
    }

    /// Ends the server. Its page stays open in the browser. Blocks.
    func stop() throws {
        program.kill(SIGTERM)
        _ = try program.wait()
    }
}
