import AlbumenTestSupport
import Catalog
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `albumen changes`: history as JSON lines (§7.5).
@Suite(.blocking) struct ChangesTests {
    private let harness: CommandHarness
    private let identifiers: [String]

    init() throws {
        harness = try CommandHarness()
        try AlbumsTests.succeed(harness, "import", "--no-thumbnails", try harness.writePhotos(3).path)
        identifiers = try harness.run("list", "--json").objects().compactMap { $0["localIdentifier"]?.text }
        try #require(identifiers.count == 3)
    }

    @Test func `each change is a line with its effects and without empty keys`() throws {
        let start = try token()
        try AlbumsTests.succeed(harness, "set", identifiers[0], "--favorite")
        try AlbumsTests.succeed(harness, "delete", identifiers[1], "--yes")
        try AlbumsTests.succeed(harness, "trash", "restore", identifiers[1])
        try AlbumsTests.succeed(harness, "folder", "create", "Trips")
        let lines = try changes("--since", start)
        try #require(lines.count == 4)
        #expect(lines.allSatisfy { $0["author"] == "command" && $0["date"]?.text != nil && $0["albums"] == nil })
        #expect(lines[0]["assets"]?.object?["updated"] == [.text(identifiers[0])])
        #expect(lines[1]["assets"]?.object?["deleted"] == [.text(identifiers[1])])
        #expect(lines[2]["assets"]?.object?["inserted"] == [.text(identifiers[1])])
        #expect(lines[2]["assets"]?.object?.keys.sorted() == ["inserted"])
        #expect(Set(lines[3].keys) == ["author", "date", "folders", "token"])
        #expect(
            try harness.run("changes", "--since", start).output
                == harness.run("changes", "--json", "--since", start).output)
    }

    @Test func `without a token the entire history is printed, the import first`() throws {
        let lines = try changes()
        let first = try #require(lines.first)
        #expect(first["author"] == "import")
        let inserted = lines.compactMap { $0["assets"]?.object?["inserted"]?.list }.flatMap(\.self)
        #expect(Set(inserted.compactMap(\.text)) == Set(identifiers))
        #expect(lines.contains { $0["albums"]?.object?["inserted"]?.list?.count == 1 })
        #expect(try changes("--since", token()).isEmpty)
    }

    @Test func `a token that is too old is an error`() throws {
        let start = try #require(try changes().first?["token"]?.text)
        try AlbumsTests.succeed(harness, "set", identifiers[0], "--favorite")
        try AlbumsTests.succeed(harness, "set", identifiers[0], "--no-favorite")
        let library = try Library(at: harness.library)
        let last = try library.owner.currentToken().number
        while try library.catalog.maintain({ try $0.trimHistory(through: last - 1, portion: 10) }) {}
        try library.close()
        let outcome = try harness.run("changes", "--since", start)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.contains(start))
        #expect(outcome.error.contains("albumen list --json"))
        #expect(try changes().count == 1)
    }

    @Test(arguments: ["", "17", "yesterday", "421C93B7-E05A-41FF-9983-02C1B8B41902"])
    func `an invalid token is wrong usage`(text: String) throws {
        let outcome = try harness.run("changes", "--since", text)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains("albumen changes"))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `following prints past and new changes once until it is interrupted`(signal: Int32) throws {
        let before = try changes()
        let run = try harness.start("changes", "--follow")
        _ = run.waitForOutput { $0.count { $0 == "\n" } >= before.count }
        for index in 0..<3 {
            try AlbumsTests.succeed(harness, "set", identifiers[index], "--favorite")
            _ = run.waitForOutput { $0.count { $0 == "\n" } >= before.count + index + 1 }
        }
        run.kill(signal)
        let outcome = try run.wait()
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let lines = try outcome.objects()
        #expect(lines.map { $0["token"] } == (try changes()).map { $0["token"] })
        #expect(lines.suffix(3).map { $0["assets"]?.object?["updated"] } == identifiers.map { [.text($0)] })
        #expect(outcome.error == "")
    }

    @Test func `following ends with an error when the library is removed`() throws {
        let count = try changes().count
        let run = try harness.start("changes", "--follow")
        _ = run.waitForOutput { $0.count { $0 == "\n" } >= count }
        try FileManager.default.moveItem(at: harness.library, to: harness.folder.url.appending(path: "elsewhere"))
        let outcome = try run.wait()
        #expect(outcome.exitStatus == 1)
        #expect(outcome.errorLines.count == 1)
    }

    private func changes(_ arguments: String...) throws -> [[String: JSONValue]] {
        let outcome = try harness.run(["changes"] + arguments)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        return try outcome.objects()
    }

    /// The last one told.
    private func token() throws -> String {
        try #require(try changes().last?["token"]?.text)
    }
}
