import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `albumen delete` and `albumen trash`.
@Suite(.blocking) struct TrashTests {
    /// A library with three photos and their identifiers, oldest first.
    private func makeLibrary() throws -> (harness: CommandHarness, identifiers: [String]) {
        let harness = try CommandHarness()
        try AlbumsTests.succeed(harness, "import", try harness.writePhotos(3).path)
        let identifiers = try harness.run("list", "--json").objects().compactMap { $0["localIdentifier"]?.text }
        try #require(identifiers.count == 3)
        return (harness, identifiers)
    }

    /// A library of rows without files.
    static func makeCrowd(_ count: Int) throws -> (harness: CommandHarness, identifiers: String) {
        let harness = try CommandHarness()
        let library = try Library(at: harness.library)
        let uuids = (0..<count).map { _ in UUID().uuidString }
        try library.catalog.write(author: "test") { transaction in
            for uuid in uuids {
                _ = try transaction.insert(
                    AssetRecord(
                        uuid: uuid, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4,
                        pixelHeight: 3,
                        duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0)))
            }
        }
        try library.catalog.close()
        return (harness, uuids.joined(separator: "\n"))
    }

    @Test func `deleted assets leave the list, keep bytes and albums, and can be restored`() throws {
        let (harness, identifiers) = try makeLibrary()
        try AlbumsTests.succeed(harness, "album", "create", "May", identifiers[0], identifiers[1])
        let outcome = try harness.run("delete", identifiers[0], "--yes")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("Moved 1 item to Recently Deleted."))
        #expect(try harness.run("list").outputLines.count == 2)
        #expect(try harness.run("list", "--album", "May").outputLines.count == 1)
        #expect(try harness.blobs().count == 3)
        let restored = try harness.run("trash", "restore", identifiers[0])
        #expect(restored.output == "Restored 1 item from Recently Deleted.\n")
        #expect(try harness.run("list").outputLines.count == 3)
        #expect(try harness.run("list", "--album", "May").outputLines.count == 2)
    }

    @Test func `the trash is sorted by deletion, latest first, with expiration dates`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "delete", "00000002", "--yes")
        let lines = try shelf.run("trash", "list").outputLines
        #expect(lines.map { $0.prefix(8).suffix(1) } == ["2", "5"])
        #expect(lines.last?.hasSuffix("[deleted]  until 2001-01-31") == true)
        let object = try #require(try shelf.run("trash", "list", "--json").objects().last)
        #expect(Set(object.keys) == ListTests.keys.union(["expirationDate", "trashedDate"]))
        #expect(object["trashedDate"] == "2001-01-01T00:08:20Z")
        #expect(object["expirationDate"] == "2001-01-31T00:08:20Z")
        let empty = try CommandHarness()
        try AlbumsTests.succeed(empty, "import", try empty.writePhotos(1).path)
        #expect(try empty.run("trash", "list").error == "Recently Deleted is empty.\n")
    }

    @Test func `without arguments a purge deletes assets that expired after 30 days`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "delete", "00000002", "--yes")
        let outcome = try shelf.run("trash", "purge", "--yes")
        #expect((outcome.exitStatus, outcome.output) == (0, "Permanently deleted 1 item.\n"))
        #expect(try shelf.run("trash", "list").outputLines.map { $0.prefix(8).suffix(1) } == ["2"])
        #expect(try shelf.run("trash", "purge", "--json").objects() == [["assets": 0]])
    }

    @Test func `a purge deletes the assets' bytes and no others`() throws {
        let (harness, identifiers) = try makeLibrary()
        try AlbumsTests.succeed(harness, "delete", identifiers[0], identifiers[1], "--yes")
        try AlbumsTests.succeed(harness, "trash", "purge", identifiers[0], "--yes")
        #expect(try harness.blobs().count == 2)
        #expect(try harness.run("info", identifiers[0]).exitStatus == 1)
        #expect(try harness.run("trash", "purge", "--all", "--yes", "--json").objects() == [["assets": 1]])
        #expect(try harness.blobs().count == 1)
        let verified = try harness.run("verify").output
        #expect(verified == "Checked 1 file: all are undamaged.\n")
        #expect(
            try harness.run("import", "photos").outputLines.first?.hasPrefix("Imported 2 files as 2 items") == true)
    }

    @Test func `only assets in Recently Deleted can be restored or purged`() throws {
        let shelf = try ListTests.makeShelf()
        for command in [["restore"], ["purge", "--yes"]] {
            let outcome = try shelf.run(["trash"] + command + ["00000005", "00000001"])
            #expect(outcome.exitStatus == 1)
            #expect(outcome.error.contains("00000001 isn't in Recently Deleted; nothing was changed."))
        }
        #expect(try shelf.run("trash", "list").outputLines.count == 1)
        #expect(try shelf.run("delete", "00000005", "--yes").exitStatus == 1)
    }

    @Test(
        arguments: [
            ([], nil, 1), (["--yes"], nil, 0), ([], "allow", 0), ([], "deny", 1), (["--yes"], "deny", 0), ([], "1", 0),
            ([], "perhaps", 1), (["--confirm", "1"], nil, 0), (["--confirm", "2"], nil, 1),
            (["--confirm", "-1"], nil, 2),
        ] as [([String], String?, Int32)])
    func `nothing is deleted without consent`(
        _ options: [String], _ setting: String?, _ status: Int32
    ) throws {
        let shelf = try ListTests.makeShelf()
        let outcome = try shelf.run(["delete", "00000001"] + options, confirmation: setting)
        #expect(outcome.exitStatus == status, "\(outcome.error)")
        #expect(try shelf.run("list").outputLines.count == (status == 0 ? 2 : 3))
        if status == 1 { #expect(outcome.error.contains("othing was changed")) }
    }

    @Test(
        arguments: [
            (["--yes"], nil, 1), ([], "allow", 1), ([], "149", 1), (["--confirm", "149"], nil, 1),
            (["--confirm", "150"], nil, 0), ([], "150", 0),
        ] as [([String], String?, Int32)])
    func `deleting a large part of a library needs its count`(
        _ options: [String], _ setting: String?, _ status: Int32
    ) throws {
        let (harness, identifiers) = try Self.makeCrowd(150)
        let outcome = try harness.run(["delete", "-"] + options, input: identifiers, confirmation: setting)
        #expect(outcome.exitStatus == status, "\(outcome.error)")
        #expect(try harness.run("list").outputLines.count == (status == 0 ? 0 : 150))
        if status == 1 { #expect(outcome.error.contains("This deletes 150 photos and videos")) }
    }

    /// `script`, of util-linux, gives the program a terminal.
    @Test(
        .enabled(if: access("/usr/bin/script", X_OK) == 0),
        arguments: [("y\n", 0, 2), ("n\n", 1, 3)] as [(String, Int32, Int)])
    func `at a terminal the user is asked`(_ answer: String, _ status: Int32, _ left: Int) throws {
        let shelf = try ListTests.makeShelf()
        let command = "\(CommandHarness.executable.path) delete 00000001"
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/script"), ["-qec", command, "/dev/null"], environment: shelf.environment,
            workingDirectory: shelf.folder.url, input: Data(answer.utf8))
        #expect(outcome.exitStatus == status, "\(outcome.output)")
        #expect(outcome.output.contains("would like to delete 1 photo or video"))
        #expect(try shelf.run("list").outputLines.count == left)
    }
}
