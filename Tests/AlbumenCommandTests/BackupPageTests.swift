import AlbumenTestSupport
import Foundation
import Testing

/// The commands for `rsync` and `restic` in `docs/backup.md`, as they are written there.
@Suite(.blocking) struct BackupPageTests {
    /// Returns the blocks of commands after a heading that begin with a word.
    private func commands(beginningWith beginnings: [String]) throws -> String {
        let page = try Document(path: "docs/backup.md").text
        let section = try #require(page.components(separatedBy: "## With rsync or restic\n").last)
        let blocks = section.components(separatedBy: "```sh\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        let chosen = beginnings.compactMap { beginning in blocks.first { $0.hasPrefix(beginning) } }
        try #require(chosen.count == beginnings.count)
        return chosen.joined(separator: "\n")
    }

    private func requirePrograms(_ names: String...) throws {
        for name in names where !FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") {
            try Test.cancel("\(name) isn't installed.")
        }
    }

    /// Runs the commands while a program uses the library.
    private func run(_ commands: String, _ harness: CloudHarness, _ variables: [String: String]) throws {
        let program = harness.command.folder.file("bin/albumen")
        try harness.command.folder.makeFolder("bin")
        try FileManager.default.createSymbolicLink(at: program, withDestinationURL: CommandHarness.executable)
        var environment = harness.command.environment.merging(variables) { _, new in new }
        environment["LIBRARY"] = harness.command.library.path
        environment["PATH"] = "\(program.deletingLastPathComponent().path):/usr/bin:/bin"
        let server = try harness.command.start("serve", "--port", "0")
        #expect(server.waitForOutput { $0.contains("once.") })
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/bin/bash"), ["-euc", commands], environment: environment,
            workingDirectory: harness.command.folder.url)
        #expect(outcome.exitStatus == 0, "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("Checked 3 files: all are undamaged."), "\(outcome.output)")
        server.kill(SIGTERM)
        #expect(try server.wait().exitStatus == 0)
    }

    private func makeLibrary() throws -> (CloudHarness, list: String) {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(3)
        try harness.succeed("import", "photos")
        try harness.succeed("album", "create", "Trip")
        return (harness, try harness.succeed("list", "--json").output)
    }

    @Test func `rsync copies a library that is in use`() throws {
        try requirePrograms("rsync", "sqlite3")
        let (harness, list) = try makeLibrary()
        let backup = harness.command.folder.file("backup").path(percentEncoded: false)
        let commands = try commands(beginningWith: ["mkdir", "albumen verify"])
        // Twice, because the next backup finds the former one.
        try run("\(commands)\n\(commands)", harness, ["BACKUP": backup])
        #expect(try harness.succeed("list", "--json", "--library", backup).output == list)
        #expect(try harness.succeed("albums", "--library", backup).output.contains("Trip"))
    }

    @Test func `restic backs a library up that is in use, and a library comes back`() throws {
        try requirePrograms("restic", "sqlite3")
        let (harness, list) = try makeLibrary()
        let folder = harness.command.folder
        let restored = folder.file("restored").path(percentEncoded: false)
        let commands = try commands(beginningWith: ["restic backup", "restic restore"])
        try run(
            "restic init\n\(commands)", harness,
            [
                "RESTORED": restored, "RESTIC_REPOSITORY": folder.file("repository").path(percentEncoded: false),
                "RESTIC_PASSWORD": "test",
            ])
        let library = "\(restored)\(harness.command.library.path)"
        #expect(try harness.succeed("list", "--json", "--library", library).output == list)
    }
}
