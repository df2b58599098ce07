import AlbumenTestSupport
import Foundation
import Testing

/// `albumen access senders`, `add-sender` and `remove-sender`.
@Suite(.blocking) struct SenderCommandTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
    }

    private func add(_ name: String, _ options: String...) throws -> [String: JSONValue] {
        let outcome = try harness.run(["access", "add-sender", name, "--json"] + options)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return try #require(try outcome.objects().first)
    }

    private func names() throws -> [String] {
        try harness.run("access", "senders", "--json").objects().compactMap { $0["name"]?.text }
    }

    @Test func `an empty list says how to add a sender`() throws {
        let outcome = try harness.run("access", "senders")
        #expect((outcome.exitStatus, outcome.output) == (0, ""))
        #expect(outcome.error == "There are no senders. To add one: albumen access add-sender NAME\n")
        let json = try harness.run("access", "senders", "--json")
        #expect((json.exitStatus, json.output, json.error) == (0, "", ""))
    }

    @Test func `the list has a line for each sender, and no password`() throws {
        let phone = try add("phone")
        let laptop = try add("Laptop", "--may-read")
        #expect(phone["password"] != laptop["password"])
        let outcome = try harness.run("access", "senders")
        let date = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#
        let lines = outcome.outputLines
        try #require(lines.count == 2)
        let starts = [
            "\(laptop["id"]?.text ?? "")  Laptop  may read", "\(phone["id"]?.text ?? "")  phone",
        ]
        for (line, start) in zip(lines, starts) {
            #expect(line.wholeMatch(of: try Regex("\(start)  since \(date)  not used yet")) != nil, "\(line)")
        }
        let json = try harness.run("access", "senders", "--json")
        for sender in [phone, laptop] {
            let password = try #require(sender["password"]?.text)
            #expect(!outcome.output.contains(password) && !json.output.contains(password))
        }
        let objects = try json.objects()
        #expect(objects.map { $0["canRead"] } == [true, false])
        let keys: Set = ["address", "canRead", "created", "id", "lastUsed", "name"]
        #expect(objects.allSatisfy { Set($0.keys) == keys })
    }

    @Test func `without a server, the password is printed with the reason why there is no address`() throws {
        let outcome = try harness.run("access", "add-sender", "phone")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.outputLines.first == "User name: phone")
        #expect(outcome.outputLines.last?.hasPrefix("Password:  ") == true)
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.first?.contains("albumen serve") == true)
        #expect(outcome.errorLines.last == "The password isn't shown again.")
        #expect(try add("other")["addresses"] == .list([]))
    }

    @Test(arguments: ["phone", "PHONE", "", "a:b", "\u{1B}[31m"])
    func `a name that is taken or impossible is refused in one line`(_ name: String) throws {
        _ = try add("phone")
        let outcome = try harness.run("access", "add-sender", name)
        #expect(outcome.exitStatus != 0 && outcome.output == "")
        #expect(outcome.errorLines.count == 1 && !outcome.error.contains("\u{1B}"), "\(outcome.error)")
        #expect(try names() == ["phone"])
    }

    @Test func `senders are removed by name and by identifier, and unknown ones are named`() throws {
        let phone = try add("phone")
        _ = try add("laptop")
        _ = try add("camera")
        let outcome = try harness.run(
            "access", "remove-sender", try #require(phone["id"]?.text), "nobody", "LAPTOP", "--json")
        #expect((outcome.exitStatus, outcome.output) == (1, "{\"removed\":2}\n"))
        #expect(outcome.errorLines == ["There is no sender “nobody”."])
        #expect(try names() == ["camera"])
        let last = try harness.run("access", "remove-sender", "camera")
        #expect((last.exitStatus, last.output, last.error) == (0, "1 sender was removed.\n", ""))
    }

    @Test func `another library's senders are neither listed nor removed`() throws {
        _ = try add("phone")
        let other = harness.folder.file("other").path
        try #require(try harness.run("import", harness.writePhotos(1).path, "--library", other).exitStatus == 0)
        #expect(try harness.run("access", "senders", "--json", "--library", other).output == "")
        #expect(try harness.run("access", "remove-sender", "phone", "--library", other).exitStatus == 1)
        #expect(try names() == ["phone"])
    }

    @Test func `a removed sender's password has no effect, also in a server that runs`() throws {
        let server = try harness.start("serve", "--port", "0", "--json")
        defer { server.kill(SIGTERM) }
        var found: Substring?
        _ = server.waitForOutput { output in
            found = output.firstMatch(of: /"address":"([^"]+)"/)?.1
            return found != nil
        }
        let address = String(try #require(found))
        let phone = try add("phone")
        #expect(phone["addresses"] == .list([.text("\(address)/dav/inbox/")]))
        func push() throws -> ProgramRun.Outcome {
            var environment = harness.environment
            environment["ALBUMEN_SENDER_PASSWORD"] = phone["password"]?.text
            return try ProgramRun.run(
                CommandHarness.executable, ["push", try harness.writePhotos(1).path, "--to", address],
                environment: environment)
        }
        let sent = try push()
        #expect(sent.exitStatus == 0, "\(sent.error)")
        #expect(try harness.run("access", "senders", "--json").objects().first?["lastUsed"] != "")
        #expect(try harness.run("access", "remove-sender", "phone").exitStatus == 0)
        let refused = try push()
        #expect(refused.exitStatus == 1 && refused.errorLines.count == 1, "\(refused.error)")
    }
}
