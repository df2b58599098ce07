import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTransfers
import Testing

/// `albumen access browsers` and `albumen access sign-out`: the browsers that stay signed in.
@Suite(.blocking) struct SignedInBrowsersTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
    }

    /// Signs a browser in, as the server does, and returns its identifier.
    private func signIn(_ browser: String) throws -> String {
        let library = try Library(at: harness.library)
        defer { #expect(throws: Never.self) { try library.close() } }
        return try LastingSignIns(of: library, environment: harness.environment).add(browser: browser).signIn.id
    }

    /// Returns the identifiers of the listed browsers.
    private func listed() throws -> [String] {
        try harness.run("access", "browsers", "--json").objects().compactMap { object in
            guard case .text(let id) = object["id"] else { return nil }
            return id
        }
    }

    @Test func `an empty list says how to sign a browser in`() throws {
        let outcome = try harness.run("access", "browsers")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output == "")
        #expect(outcome.error == "No browser stays signed in. To sign one in, open a link of: albumen serve\n")
        let json = try harness.run("access", "browsers", "--json")
        #expect(json.exitStatus == 0)
        #expect(json.output == "" && json.error == "")
    }

    @Test func `the list has a line for each browser`() throws {
        let first = try signIn("Firefox on Linux")
        let second = try signIn("")
        let outcome = try harness.run("access", "browsers")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        let lines = outcome.outputLines.sorted { $0.contains("unknown") && !$1.contains("unknown") }
        try #require(lines.count == 2)
        let date = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*"#
        for (line, start) in zip(lines, ["\(second)  unknown browser", "\(first)  Firefox on Linux"]) {
            #expect(line.wholeMatch(of: try Regex("\(start)  since \(date)  last used \(date)")) != nil, "\(line)")
        }
        let objects = try harness.run("access", "browsers", "--json").objects()
        #expect(objects.allSatisfy { Set($0.keys) == ["address", "browser", "created", "id", "lastUsed"] })
        #expect(objects.contains { $0["id"] == .text(first) && $0["browser"] == "Firefox on Linux" })
        #expect(objects.contains { $0["id"] == .text(second) && $0["browser"] == "" })
    }

    @Test func `control characters of a browser's name don't reach the terminal`() throws {
        _ = try signIn("Fire\u{1B}[31mfox\n")
        let outcome = try harness.run("access", "browsers")
        #expect(outcome.outputLines.count == 1)
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test func `named browsers are signed out, and others stay`() throws {
        let (first, second, third) = (try signIn("Firefox"), try signIn("Chromium"), try signIn("Falkon"))
        let one = try harness.run("access", "sign-out", first)
        #expect(one.exitStatus == 0)
        #expect(one.output == "1 browser was signed out.\n" && one.error == "")
        #expect(try Set(listed()) == [second, third])
        let two = try harness.run("access", "sign-out", second, third)
        #expect(two.output == "2 browsers were signed out.\n")
        #expect(try listed() == [])
    }

    @Test func `all browsers are signed out, and none left is no failure`() throws {
        _ = (try signIn("Firefox"), try signIn("Chromium"))
        let outcome = try harness.run("access", "sign-out", "--all", "--json")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output == "{\"signedOut\":2}\n" && outcome.error == "")
        #expect(try listed() == [])
        let again = try harness.run("access", "sign-out", "--all")
        #expect(again.exitStatus == 0)
        #expect(again.output == "0 browsers were signed out.\n")
    }

    @Test func `an unknown identifier is named, and the others are signed out`() throws {
        let known = try signIn("Firefox")
        let outcome = try harness.run("access", "sign-out", "00000000", known, known, "--json")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output == "{\"signedOut\":1}\n")
        #expect(
            outcome.errorLines == [
                "No browser “00000000” is signed in.", "No browser “\(known)” is signed in.",
            ])
        #expect(try listed() == [])
    }

    @Test(arguments: [[], ["--all", "00000000"]])
    func `either identifiers or all browsers must be named`(_ arguments: [String]) throws {
        let id = try signIn("Firefox")
        let outcome = try harness.run(["access", "sign-out"] + arguments)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains("Name the browsers to sign out, or use --all."))
        #expect(try listed() == [id])
    }

    @Test func `another library's browsers are neither listed nor signed out`() throws {
        let id = try signIn("Firefox")
        let other = harness.folder.file("other").path
        try #require(try harness.run("import", harness.writePhotos(1).path, "--library", other).exitStatus == 0)
        #expect(try harness.run("access", "browsers", "--json", "--library", other).output == "")
        #expect(try harness.run("access", "sign-out", id, "--library", other).exitStatus == 1)
        #expect(try harness.run("access", "sign-out", "--all", "--library", other).output.hasPrefix("0 browsers"))
        #expect(try listed() == [id])
    }

    // MARK: A running server

    /// A browser that has opened the server's link.
    private struct Browser {
        private struct Listening: Decodable {
            let address: String
            let link: String
        }

        private let address: String
        private let host: String
        private let cookie: String

        /// Opens the link, and stays signed in.
        init(openingLinkOf server: ProgramRun) throws {
            var line = Data()
            _ = server.waitForOutput { output in
                line = Data(output.utf8)
                return output.hasSuffix("\n")
            }
            let listening = try JSONDecoder().decode(Listening.self, from: line)
            let link = try #require(listening.link.wholeMatch(of: /http:\/\/([^\/]+)(.+)/))
            (address, host) = (listening.address, String(link.1))
            let (answer, page) = try Self.send("GET", listening.address + link.2, ["Host": host])
            cookie = String(try #require(answer.fields["set-cookie"]?.prefix { $0 != ";" }))
            let secret = try #require(String(decoding: page, as: UTF8.self).firstMatch(of: /data-stay="([^"]+)"/)?.1)
            let entrance = host.drop { $0 != "." }.dropFirst()
            let stayed = try Self.send(
                "POST", listening.address + "/stay", ["Host": "\(entrance)", "Origin": "http://\(host)"],
                body: Data(secret.utf8))
            try #require(stayed.0.status == 204)
        }

        private static func send(
            _ method: String, _ address: String, _ fields: [String: String], body: Data? = nil
        ) throws -> (TransferAnswer, Data) {
            var request = TransferRequest(method, address)
            (request.fields, request.body) = (fields, body.map { .data($0) })
            request.idleTimeout = TestPatience.seconds
            return try HTTPTransfer(request).data()
        }

        func status(of path: String) throws -> Int {
            try Self.send("GET", address + path, ["Host": host, "Cookie": cookie]).0.status
        }

        /// Opens the stream of changes, and waits for its first bytes.
        func follow() throws -> HTTPDownload {
            var request = TransferRequest("GET", address + "/api/changes")
            request.fields = ["Host": host, "Cookie": cookie]
            request.idleTimeout = TestPatience.seconds
            let download = HTTPDownload(request)
            try #require(try download.next() != nil)
            return download
        }
    }

    @Test func `signing a browser out ends its session and its stream in the running server`() async throws {
        try await onOwnThread { [self] in
            let server = try harness.start("serve", "--port", "0", "--json")
            defer { server.kill(SIGKILL) }
            let browser = try Browser(openingLinkOf: server)
            let listed = try listed()
            try #require(listed.count == 1)
            #expect(try browser.status(of: "/api/collections") == 200)
            let stream = try browser.follow()
            #expect(try harness.run("access", "sign-out", listed[0]).output == "1 browser was signed out.\n")
            while try stream.next() != nil {}
            #expect(try browser.status(of: "/api/collections") == 401)
            server.kill(SIGTERM)
            let ending = try server.wait()
            #expect(ending.exitStatus == 0 && ending.error == "", "\(ending.error)")
        }
    }
}
