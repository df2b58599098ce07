import AlbumenTestSupport
import Foundation
import Testing

/// The help is part of the interface: a change shows in a checked-in text. `ALBUMEN_RECORD_SNAPSHOTS=1` writes it anew.
@Suite struct HelpTests {
    private static let snapshots = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Snapshots", directoryHint: .isDirectory)
    private static let isRecording = ProcessInfo.processInfo.environment["ALBUMEN_RECORD_SNAPSHOTS"] == "1"

    @Test(arguments: ["albumen", "import", "list", "info", "export", "serve", "thumbnails", "verify"])
    func `help reads as recorded`(_ name: String) throws {
        let harness = try CommandHarness()
        let outcome = try harness.run(name == "albumen" ? ["help"] : ["help", name])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error == "")
        let file = Self.snapshots.appending(path: "\(name).txt")
        if Self.isRecording { try outcome.outputData.write(to: file) }
        #expect(outcome.output == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test(arguments: ["import", "list", "info", "export", "serve", "thumbnails", "verify"])
    func `the help option says the same as the help command`(_ name: String) throws {
        let harness = try CommandHarness()
        #expect(try harness.run(name, "--help").output == harness.run("help", name).output)
    }

    @Test func `the version is a line of its own`() throws {
        let outcome = try CommandHarness().run("--version")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }
}
