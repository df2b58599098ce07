import AlbumenTestSupport
import Foundation
import SystemCalls
import SystemPackage
import Testing

/// `albumen library move`.
@Suite(.blocking) struct LibraryMoveTests {
    /// A folder on another file system than the temporary folder.
    private final class OtherDisk: Sendable {
        let folder: URL

        init?(than other: URL) throws {
            let root = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
            guard let memory = try? Stat(FilePath(root.path)).identity.device,
                try Stat(FilePath(other.path(percentEncoded: false))).identity.device != memory
            else { return nil }
            folder = root.appending(path: "albumen-test-\(UUID().uuidString)", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
    }

    private func makeLibrary(_ count: Int) throws -> (CloudHarness, list: String) {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(count)
        try harness.succeed("import", "photos")
        return (harness, try harness.succeed("list", "--json").output)
    }

    private func exists(_ name: String, _ harness: CloudHarness) -> Bool {
        FileManager.default.fileExists(atPath: harness.command.folder.file(name).path(percentEncoded: false))
    }

    @Test func `on the same disk the folder is renamed`() throws {
        let (harness, list) = try makeLibrary(2)
        let document = try #require(try harness.succeed("library", "move", "new", "--json").objects().first)
        #expect(document["method"] == "renamed")
        #expect(!exists("library", harness) && !exists("new/moving.json", harness))
        #expect(try harness.succeed("list", "--json", "--library", "new").output == list)
        try harness.succeed("verify", "--library", "new")
        #expect(try FileModes(of: harness.command.folder.file("new")).unexpected() == [])
        #expect(try !harness.command.folder.names().contains { $0.hasPrefix(".") })
    }

    @Test func `the configuration names the new folder if it named the former one`() throws {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(1)
        let configuration = harness.command.folder.file("home/.config/albumen/library")
        func run(_ arguments: String...) throws -> ProgramRun.Outcome {
            let outcome = try harness.command.run(arguments, without: "ALBUMEN_LIBRARY")
            try #require(outcome.exitStatus == 0, "\(outcome.error)")
            return outcome
        }
        // The usual folder.
        _ = try run("import", "photos")
        let first = try run("library", "move", "first")
        #expect(first.output.contains("\(configuration.path) names it now."))
        let new = harness.command.folder.url.appending(path: "first").path(percentEncoded: false)
        #expect(try String(contentsOf: configuration, encoding: .utf8) == "\(new)\n")
        #expect(try run("list", "--json").objects().count == 1)
        // The configured folder, in a file with more lines.
        try Data("\(new)\n# a note\n".utf8).write(to: configuration)
        _ = try run("library", "move", "second")
        let moved = harness.command.folder.url.appending(path: "second").path(percentEncoded: false)
        #expect(try String(contentsOf: configuration, encoding: .utf8) == "\(moved)\n# a note\n")
        // Another library.
        _ = try run("import", "photos", "--library", "other")
        let other = try run("library", "move", "third", "--library", "other")
        #expect(!other.output.contains("names it now"))
        #expect(try String(contentsOf: configuration, encoding: .utf8) == "\(moved)\n# a note\n")
    }

    @Test func `a library that a server has open stays, and the server is named`() throws {
        let (harness, list) = try makeLibrary(1)
        let server = try harness.command.start("serve", "--port", "0")
        #expect(server.waitForOutput { $0.contains("once.") })
        let refused = try harness.command.run("library", "move", "new")
        #expect(refused.exitStatus == 1)
        #expect(refused.error.contains("albumen serve (process \(server.processIdentifier))"), "\(refused.error)")
        #expect(refused.errorLines.count == 1)
        #expect(!exists("new", harness) && !exists("library/moving.json", harness))
        #expect(try harness.succeed("list", "--json").output == list)
        server.kill(SIGTERM)
        #expect(try server.wait().exitStatus == 0)
        try harness.succeed("library", "move", "new")
        #expect(try harness.succeed("list", "--json", "--library", "new").output == list)
    }

    @Test func `a moved library takes its place over with the printed command`() throws {
        let (harness, _) = try makeLibrary(2)
        let place = try harness.command.folder.makeFolder("place").path(percentEncoded: false).dropLast()
        try harness.succeed("cloud", "connect", "dir:\(place)")
        try harness.succeed("cloud", "sync")
        let moved = try harness.succeed("library", "move", "new").output
        #expect(moved.contains("albumen cloud connect dir:\(place) --take-over"), "\(moved)")
        try harness.succeed("cloud", "connect", "dir:\(place)", "--take-over", "--library", "new")
        try harness.succeed("cloud", "sync", "--library", "new")
    }

    @Test func `on another disk the files are compared, and other files stay in the former folder`() throws {
        let (harness, list) = try makeLibrary(3)
        guard let disk = try OtherDisk(than: harness.command.folder.url) else {
            try Test.cancel("/dev/shm isn't another file system.")
        }
        try harness.command.folder.write(Data("mine".utf8), to: "library/notes.txt")
        let document = try #require(
            try harness.succeed("library", "move", disk.path("new"), "--json").objects().first)
        #expect(document["method"] == "copied")
        #expect(document["originals"]?.object?["copied"] == 3)
        #expect(document["remaining"]?.list?.first?.text == "notes.txt")
        #expect(try harness.command.folder.names(in: "library") == ["notes.txt"])
        #expect(try harness.succeed("list", "--json", "--library", disk.path("new")).output == list)
        try harness.succeed("verify", "--library", disk.path("new"))
        #expect(try FileModes(of: disk.folder.appending(path: "new")).unexpected() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) == ["new"])
    }

    @Test func `a move to another disk that is killed goes on, and one library is whole at each moment`() async throws {
        try await onOwnThread {
            let (harness, list) = try makeLibrary(10)
            guard let disk = try OtherDisk(than: harness.command.folder.url) else {
                try Test.cancel("/dev/shm isn't another file system.")
            }
            let (here, there) = (harness.command.library.path(percentEncoded: false), disk.path("library"))
            var (from, to) = (here, there)
            var time = 0.3
            for round in 1...max(6, min(TestLength.cases(6), 300)) {
                let run = try harness.kill(["library", "move", to, "--library", from], within: time)
                let isWhole = try [from, to].contains { folder in
                    let outcome = try harness.command.run("list", "--json", "--library", folder)
                    return outcome.exitStatus == 0 && outcome.output == list
                }
                #expect(isWhole, "\(round) \(run)")
                let isDone =
                    !FileManager.default.fileExists(atPath: from)
                    && !FileManager.default.fileExists(atPath: "\(to)/moving.json")
                if !isDone {
                    time = max(
                        0.05,
                        try harness.time {
                            try harness.succeed("library", "move", to, "--library", from, comment: "\(round) \(run)")
                        })
                }
                #expect(try harness.succeed("list", "--json", "--library", to).output == list, "\(round) \(run)")
                try harness.succeed("verify", "--library", to, comment: "\(round) \(run)")
                #expect(!FileManager.default.fileExists(atPath: from), "\(round) \(run)")
                (from, to) = (to, from)
            }
        }
    }

    @Test func `a former folder that was changed after an interrupted move isn't removed`() throws {
        let (harness, _) = try makeLibrary(2)
        // As if the move had been killed before the former folder was removed, and the folder was used then.
        try FileManager.default.copyItem(at: harness.command.library, to: harness.command.folder.file("new"))
        let path = harness.command.library.path(percentEncoded: false).dropLast()
        let note = #"{"from": "\#(path)", "keepsTokens": false, "lastChange": 1}"#
        try harness.command.folder.write(Data(note.utf8), to: "new/moving.json")
        try harness.succeed("album", "create", "Later")
        let refused = try harness.command.run("library", "move", "new")
        #expect(refused.exitStatus == 1 && refused.error.contains("was changed since"), "\(refused.error)")
        #expect(try harness.succeed("albums", "--json").output.contains("Later"))
    }
}
