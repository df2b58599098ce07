import AlbumenTestSupport
import Foundation
import HTTPTransfers
import Testing

/// A server that a program started, as a process, from its start to its end (§9.1).
@Suite(.blocking) struct IdleServerTests {
    private struct NewPick: Decodable {
        let number: String
        let page: String
        let token: String
    }

    private struct Items: Decodable {
        struct Item: Decodable {
            struct Form: Decodable { let type: String }

            let item: String
            let representations: [Form]
        }

        let state: String
        let items: [Item]
    }

    /// A program of the owner, with every text that it receives.
    private struct Program {
        let address: String
        private(set) var received = ""

        init(_ address: String) {
            self.address = address
        }

        mutating func send(
            _ method: String, _ path: String, token: String? = nil, body: String? = nil
        ) async throws -> (status: Int, data: Data) {
            var request = TransferRequest(method, address + path)
            request.idleTimeout = TestPatience.seconds
            if let token { request.fields["Authorization"] = "Bearer \(token)" }
            if let body {
                request.fields["Content-Type"] = "application/json"
                request.body = .data(Data(body.utf8))
            }
            let (answer, data) = try await onOwnThread { [request] in try HTTPTransfer(request).data() }
            received += "\(answer.status) \(answer.fields) \(String(decoding: data, as: UTF8.self))\n"
            return (answer.status, data)
        }
    }

    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
    }

    /// Starts a server whose browser stores its address in the file `link`.
    private func start() throws -> ProgramRun {
        let script = """
            #!/bin/sh
            printf '%s' "$1" > \(harness.folder.path)/link.new
            mv \(harness.folder.path)/link.new \(harness.folder.path)/link
            """
        let browser = try harness.folder.write(Data(script.utf8), to: "programs/xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser.path)
        return try harness.start(
            "serve", "--until-idle", "--idle-seconds", "0.05", "--port", "0", "--no-lasting-sign-in",
            with: ["PATH": "\(harness.folder.path)/programs:/usr/bin:/bin"])
    }

    /// Waits for the link that the browser got.
    private func link() async throws -> String {
        let file = harness.folder.file("link")
        try await waitUntil { FileManager.default.fileExists(atPath: file.path) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test func `a server starts, a program picks through it, and it ends by itself`() async throws {
        let photos = try harness.writePhotos(2)
        let asset = try await onOwnThread { [harness] in
            _ = try harness.run("import", photos.path)
            let first = try harness.run("list", "--json").objects().first
            guard case .text(let identifier) = first?["localIdentifier"] else { throw CocoaError(.coderReadCorrupt) }
            return String(identifier.prefix(36))
        }
        let server = try start()
        // The first lines have another link, for the user who started the server.
        #expect(try await onOwnThread { server.waitForOutput { $0.contains("once.") } })
        let file = harness.library.appending(path: "server.json")
        struct Published: Decodable {
            let address: String
            let process: Int32
        }
        let published = try JSONDecoder().decode(Published.self, from: Data(contentsOf: file))
        #expect(published.process == server.processIdentifier)

        var program = Program(published.address)
        let created = try await program.send(
            "POST", "/api/picks", body: #"{"present": true, "application": "Test"}"#)
        try #require(created.status == 201)
        let pick = try JSONDecoder().decode(NewPick.self, from: created.data)
        #expect(pick.page == "\(published.address)/pick/\(pick.number)")
        let link = try await link()
        let form = try Regex("\(published.address)/open\\?key=([A-Za-z0-9_-]{43})&pick=\(pick.number)")
        let key = try #require(try form.wholeMatch(in: link)?[1].substring, "\(link)")
        let page = try await OwnersPage(link: link)
        try await page.choose([asset], in: pick.number)

        let path = "/api/picks/\(pick.number)"
        let items = try JSONDecoder().decode(
            Items.self, from: try await program.send("GET", "\(path)/items", token: pick.token).data)
        #expect(items.state == "added")
        let item = try #require(items.items.first)
        let type = try #require(item.representations.first).type
        let bytes = try await program.send("GET", "\(path)/items/\(item.item)/\(type)", token: pick.token)
        let originals = try (0..<2).map { try Data(contentsOf: photos.appending(path: "photo-\($0).jpg")) }
        #expect(originals.contains(bytes.data))
        // A server with bytes of a session doesn't end.
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try await program.send("DELETE", path, token: pick.token).status == 204)

        let outcome = try await onOwnThread { try server.wait() }
        #expect(outcome.ending == .exited(0))
        #expect(outcome.error == "")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        for text in [program.received, outcome.output, outcome.error] { #expect(!text.contains(key)) }
        #expect(!outcome.output.contains(pick.token))
    }

    @Test(arguments: ["0", "-1", "nan", "inf"])
    func `a time that is no time is refused`(seconds: String) throws {
        let outcome = try harness.run("serve", "--until-idle", "--idle-seconds=\(seconds)")
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains("--idle-seconds"))
    }
}
