import AlbumenTestSupport
import Foundation
import Testing

/// What other users of the machine can do with a library, and what root can do for another user.
@Suite(.blocking, .enabled(if: OtherUser.isPossible, OtherUser.reason)) struct OtherUserTests {
    private let harness: CommandHarness
    private let stranger = OtherUser(65_533)
    private let owner = OtherUser(54_321)

    init() throws {
        harness = try CommandHarness()
    }

    private func modes() throws -> FileModes { try FileModes(of: harness.library) }

    /// A library of the owner's, in which each file is as an import left it.
    private func makeOwnedLibrary() throws {
        let outcome = try harness.run("import", harness.writePhotos(2).path)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        try owner.own(harness.folder.url)
    }

    private func run(_ arguments: String..., as user: OtherUser) throws -> ProgramRun.Outcome {
        try user.run([CommandHarness.executable.path] + arguments, environment: harness.environment)
    }

    /// The programs can lie where only root may look, as in root's home.
    private func requireReachablePrograms() throws {
        let outcome = try run("--version", as: owner)
        if outcome.exitStatus != 0 { try Test.cancel("another user can't reach the program: \(outcome.error)") }
    }

    // MARK: Strangers

    @Test func `another user cannot open any file of a library, even while it is served`() throws {
        let outcome = try harness.run("import", harness.writePhotos(3).path)
        try #require(outcome.exitStatus == 0)
        let control = try harness.folder.write(Data("for all".utf8), to: "readable.txt").path
        #expect(chmod(control, 0o644) == 0)
        #expect(try stranger.openable([control]) == [control])
        #expect(try stranger.openable(modes().paths) == [])
        let server = try harness.start("serve", "--port", "0")
        defer { server.kill(SIGTERM) }
        #expect(server.waitForOutput { $0.contains("once.") })
        #expect(try harness.run("import", harness.writePhotos(3, in: "more").path).exitStatus == 0)
        let modes = try modes()
        #expect(modes.entries.contains { $0.path == "catalog.sqlite-shm" })
        #expect(try stranger.openable(modes.paths) == [])
    }

    @Test func `another user cannot open any file of an existing library after its owner opened it`() throws {
        try #require(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        for entry in try modes().entries {
            try #require(chmod(harness.library.path + "/" + entry.path, entry.isFolder ? 0o755 : 0o644) == 0)
        }
        #expect(try stranger.openable(modes().paths).count == modes().paths.count)
        #expect(try harness.run("list").exitStatus == 0)
        #expect(try stranger.openable(modes().paths) == [])
    }

    @Test func `the command names the owner of an inaccessible library`() throws {
        try requireReachablePrograms()
        try makeOwnedLibrary()
        for command in [["list"], ["import", "/usr/share"], ["doctor"]] {
            let outcome = try stranger.run([CommandHarness.executable.path] + command, environment: harness.environment)
            #expect(outcome.exitStatus == 1)
            #expect((outcome.output + outcome.error).contains("is closed to you. It belongs to 54321."))
        }
        // Open to all, for lack of the owner: it can be read then, and not opened.
        #expect(chmod(harness.library.path, 0o755) == 0)
        #expect(chmod(harness.library.appending(path: "library.json").path, 0o644) == 0)
        let outcome = try run("list", as: stranger)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("Only 54321, its owner, can open the library"))
    }

    // MARK: Groups

    /// A group that each Debian has, for a library's owner who is in it and whose own group is another.
    private static let group: (name: String, identifier: gid_t) = ("users", 100)

    @Test func `only members of its group can read a shared library`() throws {
        try requireReachablePrograms()
        try makeOwnedLibrary()
        let owner = OtherUser(54_321, in: [Self.group.identifier])
        let member = OtherUser(65_533, in: [Self.group.identifier])
        let shared = try run("share", "--group", Self.group.name, as: owner)
        #expect(shared.error == "")
        #expect(shared.output == "Members of the group “users” can read the library's files.\n")
        // New files too, also those that SQLite makes.
        let (executable, arguments) = owner.command([CommandHarness.executable.path, "serve", "--port", "0"])
        let server = try ProgramRun(executable, arguments, environment: harness.environment)
        #expect(server.waitForOutput { $0.contains("once.") })
        try harness.writePhotos(2, in: "more")
        try self.owner.own(harness.folder.file("more"))
        #expect(try run("import", harness.folder.file("more").path, as: owner).exitStatus == 0)
        var modes = try modes()
        #expect(modes.entries.contains { $0.path == "catalog.sqlite-wal" })
        // The server's address is for programs of its own user.
        let address = try #require(modes.entries.firstIndex { $0.path == "server.json" })
        #expect(modes.entries[address].mode == 0o600)
        modes.entries.remove(at: address)
        #expect(modes.unexpected(isShared: true) == [])
        #expect(modes.entries.filter { $0.group != Self.group.identifier || $0.user != 54_321 } == [])
        #expect(try Set(member.openable(modes.paths)) == Set(modes.paths))
        #expect(try stranger.openable(modes.paths) == [])
        server.kill(SIGTERM)
        _ = try server.wait()
        #expect(try run("doctor", as: owner).output.contains("members of the group “users” can use"))
        #expect(try run("verify", as: owner).output == "Checked 4 files: all are undamaged.\n")
        #expect(try run("list", as: member).error.contains("Only 54321, its owner, can open the library"))

        #expect(try run("share", "--private", as: owner).exitStatus == 0)
        #expect(try self.modes().unexpected() == [])
        #expect(try member.openable(modes.paths) == [])
        #expect(try run("share", "--json", as: owner).output == "{\"group\":null}\n")
    }

    @Test func `only the owner can share a library, and only with an own group`() throws {
        try requireReachablePrograms()
        try makeOwnedLibrary()
        let byRoot = try harness.run("share", "--group", "users")
        #expect(byRoot.exitStatus == 1)
        #expect(byRoot.error.contains("belongs to 54321, who alone can share it"))
        let outsider = try run("share", "--group", "users", as: owner)
        #expect(outsider.exitStatus == 1)
        #expect(outsider.error.contains("You aren't a member of the group “users”"))
        #expect(try modes().unexpected() == [])
    }

    @Test func `an unknown group excludes everyone, and repair restores permissions of a copy`() throws {
        try requireReachablePrograms()
        try makeOwnedLibrary()
        let owner = OtherUser(54_321, in: [Self.group.identifier])
        try #require(try run("share", "--group", "users", as: owner).exitStatus == 0)
        // As after a restore by a program that keeps no groups.
        try self.owner.own(harness.library)
        let member = OtherUser(65_533, in: [Self.group.identifier])
        #expect(try run("list", as: owner).exitStatus == 0)
        #expect(try run("verify", "--repair", as: owner).output.contains("open to the library's group now"))
        #expect(try Set(member.openable(modes().paths)) == Set(modes().paths))

        let file = harness.library.appending(path: "library.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing("users", with: "no-such-group").utf8).write(to: file)
        try self.owner.own(file)
        let outcome = try run("list", as: owner)
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.contains("“no-such-group”, which this system doesn't have"))
        #expect(try member.openable(modes().paths) == [])
    }

    // MARK: Root, backup and export

    @Test func `files that root creates in another user's library belong to that user`() throws {
        try makeOwnedLibrary()
        for name in ["previews", "doorbell", "derivatives.sqlite", "snapshots"] {
            try? FileManager.default.removeItem(at: harness.library.appending(path: name))
        }
        try harness.folder.write(SampleMedia.photograph(width: 1600, height: 400), to: "more/large.jpg")
        #expect(try harness.run("import", harness.writePhotos(3, in: "more").path).exitStatus == 0)
        let killed = try harness.start("import", "--json", harness.writePhotos(200, in: "many").path)
        #expect(killed.waitForOutput { $0.contains("imported") })
        killed.kill(SIGKILL)
        _ = try killed.wait()
        let modes = try modes()
        // The kill can come before a staged file gets its owner.
        let isStaged = { (entry: FileModes.Entry) in !entry.isFolder && entry.path.hasPrefix("staging/") }
        #expect(modes.entries.filter { ($0.user != 54_321 || $0.group != 54_321) && !isStaged($0) } == [])
        #expect(modes.unexpected() == [])
        #expect(modes.entries.contains { $0.path == "doorbell" })
        #expect(modes.entries.contains { $0.path.hasPrefix("previews/") })

        try requireReachablePrograms()
        try owner.own(harness.folder.file("many"))
        #expect(try run("import", harness.folder.file("many").path, as: owner).exitStatus == 0)
        #expect(try run("list", "--json", as: owner).outputLines.count == 206)
        #expect(try run("verify", as: owner).output == "Checked 206 files: all are undamaged.\n")
        // The owner's programs have removed what was staged.
        #expect(try self.modes().entries.filter { $0.user != 54_321 || $0.group != 54_321 } == [])
    }

    @Test func `a library that root creates in a user's empty folder belongs to that user`() throws {
        try FileManager.default.createDirectory(at: harness.library, withIntermediateDirectories: false)
        try owner.own(harness.library)
        #expect(try harness.run("import", harness.writePhotos(1).path).exitStatus == 0)
        #expect(try modes().entries.filter { $0.user != 54_321 || $0.group != 54_321 } == [])
    }

    @Test func `the owner's backup opens, and exports have ordinary permissions`() throws {
        try requireReachablePrograms()
        try makeOwnedLibrary()
        let copy = harness.folder.file("copy").path
        #expect(try owner.run(["/bin/cp", "-a", harness.library.path, copy]).exitStatus == 0)
        #expect(try run("verify", "--library", copy, as: owner).output == "Checked 2 files: all are undamaged.\n")
        // Without modes, as by a program that keeps none.
        let plain = harness.folder.file("plain").path
        let copying = [
            "/bin/bash", "-c", "umask 022; cp -r --no-preserve=mode \"$0\" \"$1\"", harness.library.path, plain,
        ]
        #expect(try owner.run(copying).exitStatus == 0)
        #expect(try stranger.openable([plain + "/catalog.sqlite"]).count == 1)
        let opened = try run("list", "--library", plain, as: owner)
        #expect(opened.outputLines.count == 2)
        #expect(opened.error.contains("closed to them now"))
        #expect(try stranger.openable([plain + "/catalog.sqlite"]) == [])

        let out = harness.folder.file("out")
        #expect(try run("export", "--all", "--to", out.path, as: owner).exitStatus == 0)
        let exported = try FileModes(of: out).entries.filter { !$0.isFolder }
        #expect(exported.map(\.mode) == [0o644, 0o644])
        #expect(exported.map(\.user) == [54_321, 54_321])
    }

    @Test func `root restricts another user's library by repairing it, not by opening it`() throws {
        try makeOwnedLibrary()
        for entry in try modes().entries {
            try #require(chmod(harness.library.path + "/" + entry.path, entry.isFolder ? 0o755 : 0o644) == 0)
        }
        let outcome = try harness.run("verify")
        #expect(
            outcome.output.hasPrefix("warning: Every user of this machine can use the library, which belongs to 54321.")
        )
        #expect(outcome.error.contains("which belongs to 54321. It closes when 54321 opens it"))
        #expect(try modes()["."]?.mode == 0o755)
        #expect(try harness.run("verify", "--repair").exitStatus == 0)
        // The owner's rights stay as they are, also the right to write to what was an original.
        #expect(try modes().entries.filter { $0.mode & 0o077 != 0 || $0.user != 54_321 } == [])
    }

    @Test func `files of a third user are reported and stay unchanged`() throws {
        try makeOwnedLibrary()
        let file = harness.library.appending(path: "library.json").path
        #expect(chown(file, 0, 0) == 0)
        #expect(chmod(file, 0o644) == 0)
        let outcome = try harness.run("verify", "--repair")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output.contains("warning: 1 file or folder is another user's (library.json)"))
        #expect(try modes()["library.json"]?.mode == 0o644)
    }
}
