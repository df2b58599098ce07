import AlbumenTestSupport
import Foundation
import Testing

/// The help is part of the interface: a change shows in a checked-in text. `ALBUMEN_RECORD_SNAPSHOTS=1` writes it anew.
@Suite(.blocking) struct HelpTests {
    private static let snapshots = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Snapshots", directoryHint: .isDirectory)
    private static let isRecording = ProcessInfo.processInfo.environment["ALBUMEN_RECORD_SNAPSHOTS"] == "1"

    /// Each command with its words; the program itself without any.
    static let commands: [[String]] = [
        [], ["import"], ["watch"], ["list"], ["info"], ["set"], ["edit"], ["revert"], ["albums"], ["album"],
        ["album", "create"],
        ["album", "add"],
        ["album", "remove"], ["album", "cover"], ["album", "rename"], ["album", "move"], ["album", "delete"],
        ["folder"],
        ["folder", "create"], ["folder", "rename"], ["folder", "move"], ["folder", "delete"], ["delete"], ["trash"],
        ["trash", "list"], ["trash", "restore"], ["trash", "purge"], ["export"], ["cloud"], ["cloud", "connect"],
        ["cloud", "status"], ["cloud", "sync"], ["cloud", "optimise"], ["cloud", "download"], ["cloud", "verify"],
        ["cloud", "disconnect"], ["cloud", "restore"], ["cloud", "salvage"],
        ["backup"], ["restore"], ["library"], ["library", "copy"], ["library", "move"],
        ["library", "restore-snapshot"], ["serve"], ["open"], ["pair"], ["push"], ["service"],
        ["service", "install"],
        ["service", "status"], ["service", "remove"], ["access"],
        ["access", "list"], ["access", "set"], ["access", "choose"], ["access", "deselect"], ["access", "token"],
        ["access", "curl"], ["access", "browsers"], ["access", "sign-out"],
        ["access", "senders"], ["access", "add-sender"], ["access", "remove-sender"],
        ["changes"], ["thumbnails"], ["refresh"], ["verify"], ["share"], ["status"], ["doctor"],
    ]

    @Test(arguments: commands)
    func `help matches the recording`(_ words: [String]) throws {
        let harness = try CommandHarness()
        let outcome = try harness.run(["help"] + words)
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        let name = words.isEmpty ? "albumen" : words.joined(separator: "-")
        let file = Self.snapshots.appending(path: "\(name).txt")
        if Self.isRecording { try outcome.outputData.write(to: file) }
        #expect(outcome.output == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test(arguments: commands.filter { !$0.isEmpty })
    func `the help option prints the same as the help command`(_ words: [String]) throws {
        let harness = try CommandHarness()
        #expect(try harness.run(words + ["--help"]).output == harness.run(["help"] + words).output)
    }

    @Test(arguments: [["album"], ["folder"], ["trash"], ["cloud"], ["access"], ["library"]])
    func `a command with only subcommands prints its help`(_ words: [String]) throws {
        let harness = try CommandHarness()
        let outcome = try harness.run(words)
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output == (try harness.run(["help"] + words).output))
    }

    @Test func `the version is a line of its own`() throws {
        let outcome = try CommandHarness().run("--version")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }
}
