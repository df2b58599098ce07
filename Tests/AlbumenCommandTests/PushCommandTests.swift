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

    @Test func `a wrong password and a wrong address end the command with the reason`() throws {
        defer { server.kill(SIGTERM) }
        let folder = try harness.writePhotos(1)
        let refused = try push(folder.path, password: "0000-0000-0000-0000-0000-0000-0000")
        #expect(refused.exitStatus == 1 && refused.error.contains("add-sender"), "\(refused.error)")
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
