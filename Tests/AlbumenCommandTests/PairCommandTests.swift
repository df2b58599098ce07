import Albumen
import AlbumenTestSupport
import Foundation
import Testing

/// `albumen serve --listen` and `albumen pair`: other devices, over TLS.
@Suite(.blocking) struct PairCommandTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
    }

    /// A device: opens a link, waits for the owner, reads the library, and follows its changes until the server ends the
    /// connection. It trusts the user's own authority alone.
    private static let device = """
        import http.client, json, ssl, sys, time
        host, port, authority, key = sys.argv[1:]
        context = ssl.create_default_context(cafile=authority)
        origin = f"https://{host}:{port}"
        def ask(method, path, headers={}, body=None):
            connection = http.client.HTTPSConnection(host, int(port), context=context)
            connection.request(method, path, body, headers)
            return connection.getresponse()
        def tell(*words):
            print(*words, flush=True)
        claimed = json.load(ask("POST", "/api/pairing", {"Origin": origin, "Content-Type": "application/json"},
                                json.dumps({"key": key, "name": "Anna's\\u001b[31m phone"})))
        tell("number", claimed["number"])
        state = "asking"
        while state == "asking":
            time.sleep(0.05)
            answer = ask("GET", "/api/pairing", {"Authorization": "Bearer " + claimed["secret"]})
            state = json.load(answer)["state"]
        tell("state", state)
        cookie = {"Cookie": (answer.getheader("Set-Cookie") or "").split(";")[0]}
        tell("collections", ask("GET", "/api/collections", cookie).status)
        if state != "confirmed":
            sys.exit()
        stream = ask("GET", "/api/changes", cookie)
        tell("stream", stream.status)
        try:
            while stream.read(1):
                pass
        except (http.client.IncompleteRead, OSError):
            pass
        tell("ended")
        tell("collections", ask("GET", "/api/collections", cookie).status)
        """

    private func serve(_ arguments: String...) throws -> ProgramRun {
        try harness.start(["serve", "--port", "0", "--json", "--listen", "127.0.0.1:0"] + arguments)
    }

    private func value(_ key: String, of program: ProgramRun) throws -> String {
        var found: Substring?
        _ = program.waitForOutput { output in
            found = output.split(separator: "\"\(key)\":\"").dropFirst().first?.split(separator: "\"").first
            return found != nil
        }
        return String(try #require(found))
    }

    private func device(opening link: String) throws -> ProgramRun {
        let match = try #require(link.wholeMatch(of: /https:\/\/([^:]+):([0-9]+)\/pair#(.+)/))
        let folder = harness.folder.file("home/.local/state/albumen/tls")
        let library = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let authority = folder.appendingPathComponent("\(library)/authority.pem")
        return try ProgramRun(
            URL(fileURLWithPath: "/usr/bin/python3"),
            ["-c", Self.device, String(match.1), String(match.2), authority.path, String(match.3)],
            environment: harness.environment)
    }

    @Test func `a device is added over TLS, and a sign-out ends what it transfers`() throws {
        let server = try serve()
        defer { server.kill(SIGTERM) }
        let origin = try value("devices", of: server)
        #expect(origin.hasPrefix("https://127.0.0.1:"))
        let pair = try harness.start(["pair", "--json"], input: "y\n")
        let link = try value("link", of: pair)
        #expect(link.hasPrefix("\(origin)/pair#"))
        #expect(try value("fingerprint", of: pair) == value("fingerprint", of: server))
        let device = try device(opening: link)
        let outcome = try pair.wait()
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(!outcome.error.contains("\u{1B}"))
        #expect(outcome.output.contains("\"address\":\"127.0.0.1\""))
        #expect(device.waitForOutput { $0.contains("state confirmed\ncollections 200\nstream 200\n") })

        let browsers = try harness.run("access", "browsers", "--json").objects()
        #expect(browsers.map { $0["address"] } == [.text("127.0.0.1")])
        #expect(try harness.run("access", "sign-out", "--all").exitStatus == 0)
        let ending = try device.wait()
        #expect(ending.exitStatus == 0 && ending.output.hasSuffix("ended\ncollections 401\n"), "\(ending)")
        let number = try #require(ending.output.firstMatch(of: /number ([0-9]{4})/)).1
        #expect(outcome.error.contains("at 127.0.0.1 shows \(number)."))
    }

    @Test func `a device that the owner doesn't confirm gets nothing`() throws {
        let server = try serve()
        defer { server.kill(SIGTERM) }
        _ = try value("devices", of: server)
        for answer in ["n\n", "", "\n", "4711\n"] {
            let pair = try harness.start(["pair"], input: answer)
            var link: String?
            _ = pair.waitForOutput { output in
                link = output.firstMatch(of: /https:\S+#\S{43}/).map { String($0.output) }
                return link != nil
            }
            let device = try device(opening: try #require(link))
            let outcome = try pair.wait()
            #expect(outcome.exitStatus == 1 && outcome.error.contains("The device wasn't added."), "\(outcome.error)")
            #expect(try device.wait().output.hasSuffix("state refused\ncollections 401\n"))
        }
        #expect(try harness.run("access", "browsers", "--json").output == "")
    }

    @Test func `an interrupted command ends the link`() throws {
        let server = try serve()
        defer { server.kill(SIGTERM) }
        _ = try value("devices", of: server)
        let pair = try harness.start(["pair", "--json"])
        let link = try value("link", of: pair)
        pair.kill(SIGINT)
        let outcome = try pair.wait()
        #expect(outcome.exitStatus == 1 && outcome.error == "albumen: The device wasn't added.\n", "\(outcome.error)")
        // The program fails, because the answer to an invalid link has no digits.
        let ending = try device(opening: link).wait()
        #expect(ending.exitStatus == 1 && ending.output == "", "\(ending.output)")
    }

    @Test func `without a server for devices, the command says how to start one`() throws {
        let none = try harness.run("pair")
        #expect(none.exitStatus == 1 && none.error.contains("albumen serve --listen 0.0.0.0"), "\(none.error)")
        let server = try harness.start(["serve", "--port", "0", "--json"])
        defer { server.kill(SIGTERM) }
        _ = try value("address", of: server)
        let deaf = try harness.run("pair")
        #expect(deaf.exitStatus == 1 && deaf.error.contains("albumen serve --listen 0.0.0.0"), "\(deaf.error)")
    }

    @Test(arguments: [
        (["--name", "attic.local"], "--listen"), (["--listen", "example.org"], "numeric"),
        (["--listen", "127.0.0.1:70000"], "numeric"), (["--listen", "127.0.0.1", "--certificate", "a"], "--key"),
        (["--listen", "127.0.0.1", "--certificate", "a", "--key", "b"], "--name"),
        (["--listen", "127.0.0.1", "--name", "a b"], "--name"),
        (["--listen", "127.0.0.1", "--public-url", "https://a.example"], "--trusted-proxy"),
        (["--listen", "127.0.0.1", "--public-url", "http://a.example", "--trusted-proxy", "::1"], "--public-url"),
        (["--listen", "127.0.0.1", "--public-url", "https://a.example/x", "--trusted-proxy", "::1"], "--public-url"),
        (["--listen", "127.0.0.1", "--public-url", "https://a.example", "--trusted-proxy", "proxy"], "numeric"),
        (["--listen", "127.0.0.1", "--no-lasting-sign-in"], "--no-lasting-sign-in"),
        (["--host", "0.0.0.0"], "--listen"),
    ])
    func `what can't be protected is refused, with the reason`(_ options: [String], _ reason: String) throws {
        let outcome = try harness.run(["serve", "--port", "0"] + options)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains(reason), "\(outcome.error)")
    }

    @Test func `a port that is taken, and files without a certificate, are told`() throws {
        let server = try serve()
        defer { server.kill(SIGTERM) }
        let port = try #require(try value("devices", of: server).split(separator: ":").last)
        let taken = try harness.run("serve", "--port", "0", "--listen", "127.0.0.1:\(port)")
        #expect(taken.exitStatus == 1 && taken.error.contains("Port \(port) is taken."), "\(taken.error)")
        let missing = try harness.run(
            "serve", "--port", "0", "--listen", "127.0.0.1:0", "--name", "a.example", "--certificate", "none.pem",
            "--key", "none.key")
        #expect(missing.exitStatus == 1 && missing.error.contains("none.pem can't be read"), "\(missing.error)")
    }
}
