import Albumen
import AlbumenTestSupport
import Foundation
import Testing

/// `albumen access curl`, which sends a token to the library's own server only.
@Suite(.blocking) struct AccessCurlTests {
    private let harness: CommandHarness
    private let token: String

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        try #require(try harness.run("access", "set", "app", "full").exitStatus == 0)
        let made = try harness.run("access", "token", "app", "--user", "54321")
        token = String(made.output.dropLast())
        try #require(token.utf8.count == 43)
    }

    // MARK: Servers

    private func address(of server: ProgramRun) throws -> String {
        var found: Substring?
        _ = server.waitForOutput { output in
            found = output.firstMatch(of: /"address":"([^"]+)"/)?.1
            return found != nil
        }
        return String(try #require(found))
    }

    private func curl(
        _ arguments: String..., token: String? = nil, library: URL? = nil, as user: OtherUser? = nil
    ) throws -> ProgramRun.Outcome {
        var environment = harness.environment
        environment["ALBUMEN_TOKEN"] = token ?? self.token
        if let library { environment["ALBUMEN_LIBRARY"] = library.path(percentEncoded: false) }
        let command = ["access", "curl"] + arguments
        if let user {
            return try user.run([CommandHarness.executable.path] + command, environment: environment)
        }
        return try ProgramRun.run(CommandHarness.executable, command, environment: environment)
    }

    /// A program that listens and prints its port, and then each byte that it receives.
    private static let listener = """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        while True:
            connection, _ = server.accept()
            received = connection.recv(65536)
            print("received", len(received), received, flush=True)
            connection.close()
        """

    private func port(of listener: ProgramRun) throws -> Int {
        var found: Int?
        _ = listener.waitForOutput { output in
            found = output.split(separator: "\n").first.flatMap { Int($0) }
            return found != nil
        }
        return try #require(found)
    }

    /// Writes the file that a killed server leaves behind.
    private func publish(port: Int, process: pid_t) throws {
        let file = harness.library.appending(path: "server.json")
        let text = "{\"address\": \"http://127.0.0.1:\(port)\", \"process\": \(process)}"
        try Data(text.utf8).write(to: file)
        try #require(chmod(file.path, 0o600) == 0)
    }

    // MARK: The library's server

    @Test func `the library's server gets the token and answers`() throws {
        let server = try harness.start("serve", "--port", "0", "--json")
        defer { server.kill(SIGTERM) }
        _ = try address(of: server)
        let outcome = try curl("app", "/api/collections")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.contains("\"collections\""))
        let missing = try curl("app", "/api/assets/\(UUID().uuidString)")
        #expect(missing.exitStatus == 1)
        #expect(missing.error.contains("The server answered with the status 404."))
        let album = try curl("app", "/api/collections", "--data", #"{"type": "album", "title": "Lisbon"}"#)
        #expect(album.exitStatus == 0, "\(album.output)\(album.error)")
        #expect(try harness.run("albums").output.contains("Lisbon"))
        for (client, token) in [("app", "unknown"), ("other", token)] {
            let wrong = try curl(client, "/api/collections", token: token)
            #expect(wrong.exitStatus == 1 && wrong.output == "")
            #expect(wrong.error.contains("The token isn't one of “\(client)” in this library, so nothing was sent."))
        }
        let none = try curl("app", "/api/collections", token: "")
        #expect(none.error.contains("There is no token in ALBUMEN_TOKEN"))
    }

    @Test func `without a server nothing is sent`() throws {
        let outcome = try curl("app", "/api/collections")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("runs, so nothing was sent. Start one with: albumen serve"))
    }

    @Test func `arguments that can't be a request are refused`() throws {
        #expect(try curl("app", "api").exitStatus == 2)
        #expect(try curl("app", "/a b").exitStatus == 2)
        #expect(try curl("app", "/a", "--server", "http://127.0.0.1:1").exitStatus == 2)
        #expect(try curl("app", "/a", "-X", "get it").exitStatus == 2)
    }

    // MARK: Squatters

    @Test(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)"))
    func `another user's program on the port gets no byte`() throws {
        let squatter = try ForeignUser.start(python: Self.listener)
        let port = try port(of: squatter)
        // The number of the killed server belongs to another process by now.
        try publish(port: port, process: getpid())
        let outcome = try curl("app", "/api/collections")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("got nothing, because it belongs to the user 54321, and not to"))
        let named = try curl("app", "/api/collections", "--server", "http://127.0.0.1:\(port)", "--owner", "root")
        #expect(named.exitStatus == 1)
        #expect(squatter.waitForOutput { $0.count(of: "received 0 ") >= 3 })
        squatter.kill(SIGKILL)
        #expect(!(try squatter.wait().output.contains("Bearer")))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is missing"))
    func `a program of the owner that isn't the library's server gets no byte`() throws {
        let other = try ProgramRun(URL(filePath: "/usr/bin/python3"), ["-c", Self.listener])
        try publish(port: try port(of: other), process: getpid())
        let outcome = try curl("app", "/api/collections")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("got nothing, because it isn't the server of this library"))
        #expect(other.waitForOutput { $0.contains("received 0 ") })
        other.kill(SIGKILL)
        #expect(!(try other.wait().output.contains("Bearer")))
    }

    // MARK: Other users and copies

    @Test(.enabled(if: OtherUser.isPossible, OtherUser.reason))
    func `another user uses a token that was made for it`() throws {
        let (named, stranger) = (OtherUser(54_321), OtherUser(65_533))
        let version = try named.run([CommandHarness.executable.path, "--version"])
        if version.exitStatus != 0 { try Test.cancel("another user can't reach the program: \(version.error)") }
        let server = try harness.start("serve", "--port", "0", "--json")
        defer { server.kill(SIGTERM) }
        let address = try address(of: server)
        func ask(_ owner: String, as user: OtherUser) throws -> ProgramRun.Outcome {
            try curl("app", "/api/collections", "--server", address, "--owner", owner, as: user)
        }
        #expect(try ask("root", as: named).exitStatus == 0)
        let refused = try ask("root", as: stranger)
        #expect(refused.exitStatus == 1 && refused.output.contains("otherUser"), "\(refused.output)")
    }

    @Test func `a token doesn't work at the server of a copied library`() throws {
        let copy = harness.folder.file("copy")
        let copying = try ProgramRun.run(
            URL(filePath: "/bin/cp"), ["-a", harness.library.path, copy.path(percentEncoded: false)])
        try #require(copying.exitStatus == 0)
        let server = try harness.start("serve", "--port", "0", "--json", with: ["ALBUMEN_LIBRARY": copy.path])
        defer { server.kill(SIGTERM) }
        _ = try address(of: server)
        let outcome = try curl("app", "/api/collections", library: copy)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output.contains("\"copiedLibrary\""), "\(outcome.output)")
        #expect(
            server.waitForError {
                $0.contains("no effect here: “app”. Make new ones with: albumen access token CLIENT")
            })
        let list = try harness.run("access", "list", "--library", copy.path)
        #expect(list.output.contains("has a token of another folder, without effect"))
    }
}

extension String {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
