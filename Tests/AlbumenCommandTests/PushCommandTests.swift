import AlbumenTestSupport
import Foundation
import Testing

/// `albumen push` sends files to another library.
@Suite(.blocking) struct PushCommandTests {
    private let harness: CommandHarness
    private let server: ProgramRun
    private let address: String
    private let password: String

    private struct Added: Decodable {
        let password: String
    }

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        server = try harness.start("serve", "--port", "0", "--json")
        var found: Substring?
        _ = server.waitForOutput { output in
            found = output.firstMatch(of: /"address":"([^"]+)"/)?.1
            return found != nil
        }
        address = String(try #require(found))
        let outcome = try harness.run("access", "add-sender", "laptop", "--json")
        password = try JSONDecoder().decode(Added.self, from: Data(outcome.output.utf8)).password
    }

    private func push(_ arguments: String..., password: String? = nil) throws -> ProgramRun.Outcome {
        var environment = harness.environment
        environment["ALBUMEN_SENDER_PASSWORD"] = password ?? self.password
        return try ProgramRun.run(
            CommandHarness.executable, ["push"] + arguments + ["--to", address], environment: environment)
    }

    @Test func `a second run sends nothing, and what isn't a photo is named`() throws {
        defer { server.kill(SIGTERM) }
        let folder = try harness.writePhotos(3)
        try Data("text".utf8).write(to: folder.appending(path: "notes.txt"))
        let first = try push(folder.path)
        #expect(first.exitStatus == 0, "\(first.error)")
        // The library has one of them from the import.
        #expect(first.output.contains("Added 2 files; 1 already there."), "\(first.output)")
        #expect(first.output.contains("notes.txt"))
        let second = try push(folder.path)
        #expect(second.output.contains("Added 0 files; 3 already there."), "\(second.output)")
        try SampleMedia.jpeg(comment: "later").write(to: folder.appending(path: "later.jpg"))
        try Data("broken".utf8).write(to: folder.appending(path: "broken.jpg"))
        let third = try push(folder.path, "--json")
        #expect(third.exitStatus == 3)
        let states = third.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"state":"([a-z]+)"/)?.1 }
        #expect(states.sorted() == ["added", "ignored", "known", "known", "known", "refused"])
        #expect(try harness.run("verify").exitStatus == 0)
    }

    // MARK: TLS

    /// A server with another authority, whose certificate follows the one that it should have. It prints what it gets.
    private static let impostor = """
        import http.server, ssl, sys
        authority, certificate = sys.argv[1:]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path != "/authority.crt":
                    print("received", self.headers.get("Authorization"), flush=True)
                body = open(authority, "rb").read()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            do_PUT = do_HEAD = do_GET
            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print("port", server.server_address[1], flush=True)
        server.serve_forever()
        """

    private func value(_ key: String, of program: ProgramRun) throws -> String {
        var found: Substring?
        _ = program.waitForOutput { output in
            found = output.split(separator: "\"\(key)\":\"").dropFirst().first?.split(separator: "\"").first
            return found != nil
        }
        return String(try #require(found))
    }

    /// The folder with the certificates of a harness's server.
    private func certificates(of harness: CommandHarness) throws -> URL {
        let folder = harness.folder.file("home/.local/state/albumen/tls")
        return folder.appending(
            path: try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first))
    }

    @Test func `over TLS, only the server with the fingerprint gets anything`() throws {
        server.kill(SIGTERM)
        _ = try server.wait()
        let folder = try harness.writePhotos(2)
        let own = try harness.start("serve", "--port", "0", "--json", "--listen", "127.0.0.1:0")
        defer { own.kill(SIGTERM) }
        let (address, fingerprint) = (try value("devices", of: own), try value("fingerprint", of: own))
        var environment = harness.environment
        environment["ALBUMEN_SENDER_PASSWORD"] = password
        func push(_ address: String, _ arguments: String...) throws -> ProgramRun.Outcome {
            try ProgramRun.run(
                CommandHarness.executable, ["push", folder.path, "--to", address] + arguments,
                environment: environment)
        }
        let pushed = try push(address, "--fingerprint", fingerprint)
        #expect(pushed.exitStatus == 0 && pushed.output.contains("Added 1 file; 1 already there."), "\(pushed)")
        #expect(try push(address).exitStatus == 1)
        #expect(try push(address, "--fingerprint", "00" + fingerprint.dropFirst(2)).exitStatus == 1)

        let other = try CommandHarness()
        try #require(try other.run("import", other.writePhotos(1).path).exitStatus == 0)
        let foreign = try other.start("serve", "--port", "0", "--json", "--listen", "127.0.0.1:0")
        _ = try value("fingerprint", of: foreign)
        foreign.kill(SIGTERM)
        _ = try foreign.wait()
        let (mine, theirs) = (try certificates(of: harness), try certificates(of: other))
        let both = harness.folder.file("both.pem")
        let texts = try [mine, theirs].map { try Data(contentsOf: $0.appending(path: "authority.pem")) }
        try (texts[0] + texts[1]).write(to: both)
        let impostor = try ProgramRun(
            URL(fileURLWithPath: "/usr/bin/python3"),
            [
                "-c", Self.impostor, both.path, theirs.appending(path: "server.pem").path,
            ], environment: harness.environment)
        defer { impostor.kill(SIGKILL) }
        var port: Substring?
        _ = impostor.waitForOutput { output in
            port = output.firstMatch(of: /port ([0-9]+)/)?.1
            return port != nil
        }
        let caught = try push("https://127.0.0.1:\(try #require(port))", "--fingerprint", fingerprint)
        #expect(caught.exitStatus == 1, "\(caught)")
        impostor.kill(SIGKILL)
        #expect(try !impostor.wait().output.contains("received"))
    }

    @Test func `two sidecars with the same bytes are both sent`() throws {
        defer { server.kill(SIGTERM) }
        let folder = try harness.writePhotos(2)
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/></rdf:RDF></x:xmpmeta>
            """
        for index in 0..<2 {
            try SampleMedia.jpeg(comment: "rated \(index)").write(to: folder.appending(path: "rated-\(index).jpg"))
            try Data(sidecar.utf8).write(to: folder.appending(path: "rated-\(index).xmp"))
        }
        let outcome = try push(folder.path, "--json")
        #expect(outcome.exitStatus == 0, "\(outcome)")
        let documents = outcome.output.split(separator: "\n").filter { $0.contains(".xmp") }
        #expect(documents.count == 2 && documents.allSatisfy { $0.contains("\"added\"") }, "\(documents)")
        let rated = try harness.run("list", "--json", "--filter", "rating == 5").output
        #expect(rated.split(separator: "\n").count == 2, "\(rated)")
    }

    @Test func `a wrong password and a wrong address end the command with the reason`() throws {
        defer { server.kill(SIGTERM) }
        let folder = try harness.writePhotos(1)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        // Files that are named and those of folders are found in different ways.
        for path in [folder.path, folder.appending(path: name).path] {
            let refused = try push(path, password: "0000-0000-0000-0000-0000-0000-0000")
            #expect(refused.exitStatus == 1 && refused.error.contains("add-sender"), "\(refused.error)")
        }
        var environment = harness.environment
        environment["ALBUMEN_SENDER_PASSWORD"] = password
        for (address, text) in [("http://192.0.2.1:1", "Use https"), ("attic", "--to is an address")] {
            let outcome = try ProgramRun.run(
                CommandHarness.executable, ["push", folder.path, "--to", address], environment: environment)
            #expect(outcome.exitStatus == 2 && outcome.error.contains(text), "\(outcome.error)")
        }
        environment["ALBUMEN_SENDER_PASSWORD"] = nil
        let missing = try ProgramRun.run(
            CommandHarness.executable, ["push", folder.path, "--to", address], environment: environment)
        #expect(missing.exitStatus == 2 && missing.error.contains("--password-file"), "\(missing.error)")
    }
}
