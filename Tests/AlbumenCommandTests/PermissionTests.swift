import AlbumenTestSupport
import Foundation
import LibraryFiles
import Testing

/// Who can use a library's files, as the command leaves them.
@Suite(.blocking) struct PermissionTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
    }

    private func modes() throws -> FileModes { try FileModes(of: harness.library) }

    /// Runs the command in a shell of its own, with a umask.
    private func run(umask: String, _ arguments: String...) throws -> ProgramRun.Outcome {
        try ProgramRun.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "umask \(umask); exec \"$0\" \"$@\"", CommandHarness.executable.path] + arguments,
            environment: harness.environment, workingDirectory: harness.folder.url)
    }

    /// The library as an earlier version left it.
    private func loosen() throws {
        for entry in try modes().entries {
            let path = harness.library.path + "/" + entry.path
            let isOriginal = entry.path.hasPrefix("originals/")
            try #require(chmod(path, entry.isFolder ? 0o755 : isOriginal ? 0o444 : 0o644) == 0)
        }
    }

    // MARK: New files

    @Test(arguments: ["000", "077"])
    func `only the owner can use files and folders, whatever the umask`(_ umask: String) throws {
        let photos = try harness.writePhotos(3)
        // Large enough for a preview.
        try harness.folder.write(SampleMedia.photograph(width: 1600, height: 400), to: "photos/large.jpg")
        #expect(chmod(photos.appending(path: "photo-0.jpg").path, 0o600) == 0)
        #expect(chmod(photos.appending(path: "photo-1.jpg").path, 0o666) == 0)
        #expect(try run(umask: umask, "import", photos.path).exitStatus == 0)
        #expect(try modes().unexpected() == [])
        let identifier = try #require(try harness.run("list", "--json").objects().first?["localIdentifier"])
        guard case .text(let text) = identifier else { return }
        for arguments in [
            ["set", text, "--favorite"], ["album", "create", "Lisbon", text], ["delete", text, "--yes"],
            ["thumbnails", "--rebuild"], ["refresh"], ["verify", "--repair"],
        ] {
            let outcome = try ProgramRun.run(
                URL(fileURLWithPath: "/bin/bash"),
                ["-c", "umask \(umask); exec \"$0\" \"$@\"", CommandHarness.executable.path] + arguments,
                environment: harness.environment)
            #expect(outcome.exitStatus == 0, "\(arguments): \(outcome.error)")
            #expect(try modes().unexpected() == [], "\(arguments)")
        }
        #expect(try modes().entries.contains { $0.path.hasPrefix("previews/") })
        // Sources keep their modes, and copies are ordinary files.
        #expect(try FileModes(of: photos)["photo-0.jpg"]?.mode == 0o600)
        #expect(try run(umask: umask, "export", "--all", "--to", harness.folder.file("out").path).exitStatus == 0)
        let exported = try FileModes(of: harness.folder.file("out")).entries.filter { !$0.isFolder }
        #expect(exported.map(\.mode) == (umask == "077" ? [0o600, 0o600, 0o600] : [0o666, 0o666, 0o666]))
    }

    @Test func `a umask that removes the owner's rights has no effect in a library`() throws {
        #expect(try run(umask: "777", "import", harness.writePhotos(2).path).exitStatus == 0)
        #expect(try modes().unexpected() == [])
    }

    @Test func `only the owner can use files of a server and of a concurrent command`() throws {
        #expect(try run(umask: "000", "import", harness.writePhotos(1).path).exitStatus == 0)
        let server = try ProgramRun(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "umask 0; exec \"$0\" serve --port 0", CommandHarness.executable.path],
            environment: harness.environment)
        defer { server.kill(SIGTERM) }
        #expect(server.waitForOutput { $0.contains("once.") })
        #expect(try run(umask: "000", "import", harness.writePhotos(2, in: "more").path).exitStatus == 0)
        let modes = try modes()
        #expect(modes.entries.contains { $0.path == "catalog.sqlite-wal" })
        #expect(modes.entries.contains { $0.path == "catalog.sqlite-shm" })
        #expect(modes.unexpected() == [])
    }

    @Test func `only the owner can use the files of a killed import`() throws {
        let photos = try harness.writePhotos(200)
        let run = try ProgramRun(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "umask 0; exec \"$0\" import --json \"$1\"", CommandHarness.executable.path, photos.path],
            environment: harness.environment)
        #expect(run.waitForOutput { $0.contains("imported") })
        run.kill(SIGKILL)
        _ = try run.wait()
        #expect(try modes().entries.contains { $0.path.hasPrefix("originals/") })
        #expect(try modes().unexpected() == [])
    }

    @Test func `only the owner can change the parent folders of a new library`() throws {
        var environment = harness.environment
        environment["ALBUMEN_LIBRARY"] = harness.folder.file("above/library").path
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "umask 0; exec \"$0\" import \"$1\"", CommandHarness.executable.path, harness.writePhotos(1).path],
            environment: environment)
        #expect(outcome.exitStatus == 0)
        #expect(try FileModes(of: harness.folder.file("above"))["."]?.mode == 0o755)
        #expect(try FileModes(of: harness.folder.file("above/library")).unexpected() == [])
    }

    // MARK: Existing libraries

    @Test func `opening an existing library restricts its folder with one message`() throws {
        #expect(try harness.run("import", harness.writePhotos(1).path).error == "")
        try loosen()
        let first = try harness.run("list")
        #expect(first.exitStatus == 0)
        #expect(first.errorLines.count == 1)
        #expect(first.error.contains("could read the library \(harness.library.path) (mode 0755)"))
        #expect(first.error.contains("albumen share --group NAME"))
        #expect(try modes()["."]?.mode == 0o700)
        #expect(try harness.run("list").error == "")
    }

    @Test func `two processes that open a library print one message`() throws {
        #expect(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        for _ in 0..<5 {
            #expect(chmod(harness.library.path, 0o755) == 0)
            let runs = try (0..<4).map { _ in try harness.start("list") }
            let lines = try runs.flatMap { try $0.wait().errorLines }
            #expect(lines.count == 1)
        }
    }

    @Test func `a read-only folder stays read-only`() throws {
        #expect(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        #expect(chmod(harness.library.path, 0o555) == 0)
        _ = try harness.run("list")
        #expect(try modes()["."]?.mode == 0o500)
        #expect(chmod(harness.library.path, 0o700) == 0)
    }

    @Test func `verify warns of files with loose permissions, and repair restricts them`() throws {
        #expect(try harness.run("import", harness.writePhotos(2).path).exitStatus == 0)
        try loosen()
        try harness.folder.write(Data("mine".utf8), to: "library/notes.txt")
        let stranger = harness.library.appending(path: "notes.txt").path
        #expect(chmod(stranger, 0o644) == 0)
        // All but the library's folder and the stranger, and the two journals of the open catalog.
        let count = try modes().entries.count - 2 + 2
        let warning = try harness.run("verify")
        #expect(warning.exitStatus == 0)
        #expect(
            warning.outputLines.first?.hasPrefix("warning: \(count) files and folders are open to other users") == true)
        #expect(warning.outputLines.first?.contains("albumen verify --repair") == true)
        let object = try #require(try harness.run("verify", "--json").objects().first)
        #expect(Set(object.keys) == ["count", "event", "path", "reason", "repaired"])
        #expect(object["event"] == "permissions")
        #expect(object["count"] == .number(Double(count)))
        #expect(object["repaired"] == false)
        let repair = try harness.run("verify", "--repair")
        #expect(repair.outputLines.first?.hasPrefix("note: \(count) files and folders are closed") == true)
        #expect(try modes()["notes.txt"]?.mode == 0o644)
        #expect(chmod(stranger, 0o600) == 0)
        #expect(try modes().unexpected() == [])
        #expect(try harness.run("verify").output == "Checked 2 files: all are undamaged.\n")
    }

    // MARK: Sharing

    @Test func `a library can be shared with a group and made private again`() throws {
        #expect(try harness.run("import", harness.writePhotos(2).path).exitStatus == 0)
        let group = try #require(try UserGroup.numbered(getegid()))
        #expect(try harness.run("share", "--json").output == "{\"group\":null}\n")
        #expect(
            try harness.run("share", "--group", "no-such-group").error.contains("There is no group “no-such-group”"))
        #expect(try modes().unexpected() == [])
        #expect(
            try harness.run("share", "--group", "\(group.identifier)", "--json").output.contains("\"\(group.name)\""))
        #expect(try modes().unexpected(isShared: true) == [])
        #expect(try run(umask: "077", "import", harness.writePhotos(2, in: "more").path).exitStatus == 0)
        #expect(try run(umask: "000", "thumbnails", "--rebuild").exitStatus == 0)
        #expect(try modes().unexpected(isShared: true) == [])
        // Open to more than the group: closed to the rest alone.
        #expect(chmod(harness.library.path, 0o777) == 0)
        #expect(try harness.run("list").error.contains("(mode 0777)"))
        #expect(try modes()["."]?.mode == 0o750)
        // A program that had the library open before it was shared.
        #expect(chmod(harness.library.appending(path: "doorbell").path, 0o600) == 0)
        #expect(try harness.run("verify").outputLines.first?.contains("not open to the group") == true)
        #expect(try harness.run("verify", "--repair").exitStatus == 0)
        #expect(try modes().unexpected(isShared: true) == [])
        #expect(try harness.run("share", "--private").exitStatus == 0)
        #expect(try modes().unexpected() == [])
    }

    // MARK: Verification

    @Test func `repair follows a link to a folder on another disk, and no other link`() throws {
        #expect(try harness.run("import", harness.writePhotos(2).path).exitStatus == 0)
        let originals = harness.library.appending(path: "originals")
        let elsewhere = harness.folder.file("elsewhere")
        try FileManager.default.moveItem(at: originals, to: elsewhere)
        try FileManager.default.createSymbolicLink(at: originals, withDestinationURL: elsewhere)
        for entry in try FileModes(of: elsewhere).entries {
            try #require(chmod(elsewhere.path + "/" + entry.path, entry.isFolder ? 0o755 : 0o444) == 0)
        }
        let outside = try harness.folder.write(Data("mine".utf8), to: "outside/notes.txt")
        #expect(chmod(outside.path, 0o644) == 0)
        try FileManager.default.createSymbolicLink(
            at: elsewhere.appending(path: "ab"), withDestinationURL: outside.deletingLastPathComponent())
        #expect(try harness.run("doctor").output.contains("1 file or folder is open to other users"))
        #expect(try harness.run("verify", "--repair").exitStatus == 0)
        #expect(try FileModes(of: elsewhere).entries.filter { $0.path != "ab" && $0.mode & 0o077 != 0 } == [])
        #expect(try FileModes(of: outside.deletingLastPathComponent())["notes.txt"]?.mode == 0o644)
    }

    @Test func `doctor warns of files with loose permissions`() throws {
        #expect(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        #expect(
            try harness.run("doctor").output.contains("ok: permissions: Only its owner can use the library's files."))
        #expect(chmod(harness.library.appending(path: "catalog.sqlite").path, 0o644) == 0)
        let outcome = try harness.run("doctor")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.contains("warning: permissions: 1 file or folder is open to other users"))
        #expect(outcome.output.contains("(catalog.sqlite)"))
        #expect(outcome.output.contains("albumen verify --repair"))
    }
}
