import Albumen
import AlbumenTestSupport
import Foundation
import Testing

/// What is in an album, on the shelf of `ListTests`: assets 1 to 3 are shown, 4 is hidden, 5 is deleted.
@Suite(.blocking) struct AlbumMembersTests {
    /// An album with the assets 1, 2 and 3, in this order.
    private func makeAlbum() throws -> CommandHarness {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "album", "create", "May", "00000001", "00000002", "00000003")
        return shelf
    }

    @Test func `a second album of a title says that there are two`() throws {
        let shelf = try ListTests.makeShelf()
        #expect(try !shelf.run("album", "create", "Lisbon").output.contains("albums have this title"))
        let second = try shelf.run("album", "create", "Lisbon")
        #expect(second.exitStatus == 0)
        #expect(second.output.hasSuffix(" 2 albums have this title now: albumen albums lists them.\n"))
    }

    @Test func `an album keeps its order and lists its assets in it`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "album", "create", "May", "00000003", "00000001")
        #expect(try AlbumsTests.members(shelf, "May") == ["3", "1"])
        let outcome = try shelf.run("album", "add", "May", "00000002", "00000003")
        #expect(outcome.output == "“May” now shows 3 items.\n")
        #expect(try AlbumsTests.members(shelf, "May") == ["3", "1", "2"])
        let sorted = try shelf.run("list", "--album", "May", "--sort", "pixelWidth", "--filter", "mediaType == 1")
        #expect(sorted.outputLines.map { $0.prefix(8).suffix(1) } == ["1", "3"])
    }

    @Test(
        arguments: [
            (["00000003"], 1, ["3", "1", "2"]), (["00000003"], 2, ["1", "3", "2"]), (["00000001"], 3, ["2", "3", "1"]),
            (["00000003", "00000001"], 1, ["3", "1", "2"]), (["00000003", "00000001"], 2, ["2", "3", "1"]),
        ] as [([String], Int, [String])])
    func `a position can be given, also for existing members`(
        _ assets: [String], _ place: Int, _ expected: [String]
    ) throws {
        let shelf = try makeAlbum()
        let outcome = try shelf.run(["album", "add", "May"] + assets + ["--at", String(place)])
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(try AlbumsTests.members(shelf, "May") == expected)
    }

    @Test func `an invalid position is refused with the last valid one`() throws {
        let shelf = try makeAlbum()
        let outcome = try shelf.run("album", "add", "May", "00000001", "--at", "4")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("--at 4: “May” has no such position. The last one is 3."))
        #expect(try AlbumsTests.members(shelf, "May") == ["1", "2", "3"])
        #expect(try shelf.run("album", "add", "May", "00000001", "--at", "0").exitStatus == 2)
    }

    @Test func `removed members stay in the library`() throws {
        let shelf = try makeAlbum()
        let outcome = try shelf.run("album", "remove", "May", "00000002", "--json")
        let object = try #require(try outcome.objects().first)
        #expect(Set(object.keys) == AlbumsTests.keys)
        #expect(object["count"] == 2)
        #expect(try AlbumsTests.members(shelf, "May") == ["1", "3"])
        #expect(try shelf.run("list").outputLines.count == 3)
    }

    @Test func `identifiers can come from standard input, one per line`() throws {
        let shelf = try ListTests.makeShelf()
        let lines = "00000002-0000-4000-8000-000000000000/L0/001\n\n  00000003-0000-4000-8000-000000000000 \n"
        let made = try shelf.run(["album", "create", "May", "-"], input: lines)
        #expect(made.exitStatus == 0, "\(made.error)")
        #expect(try AlbumsTests.members(shelf, "May") == ["2", "3"])
        _ = try shelf.run(["album", "add", "May", "00000001", "-"], input: "")
        #expect(try AlbumsTests.members(shelf, "May") == ["2", "3", "1"])
        let nothing = try shelf.run(["album", "add", "May", "-"], input: "")
        #expect((nothing.exitStatus, nothing.output) == (0, "“May” now shows 3 items.\n"))
    }

    @Test func `the output of list can be passed on`() throws {
        let shelf = try ListTests.makeShelf()
        let identifiers = try shelf.run("list", "--json").objects().compactMap { $0["localIdentifier"]?.text }
        _ = try shelf.run(["album", "create", "All", "-"], input: identifiers.joined(separator: "\n"))
        #expect(try AlbumsTests.members(shelf, "All") == ["3", "2", "1"])
    }

    @Test(arguments: [
        ("99999999", "There is no photo or video 99999999 in the library."),
        ("Lisbon", "“Lisbon” isn't an identifier."),
        ("00000005", "00000005 is in Recently Deleted; nothing was changed."),
    ])
    func `an unknown identifier is named and prevents the change`(
        _ identifier: String, _ complaint: String
    ) throws {
        let shelf = try makeAlbum()
        _ = try shelf.run("album", "remove", "May", "00000001")
        for arguments in [["00000001", identifier], ["-"]] {
            let outcome = try shelf.run(["album", "add", "May"] + arguments, input: "00000001\n\(identifier)\n")
            #expect(outcome.exitStatus == 1)
            #expect(outcome.error.contains(complaint), "\(outcome.error)")
        }
        let created = try shelf.run("album", "create", "June", "00000001", identifier)
        #expect(created.exitStatus == 1)
        #expect(try AlbumsTests.members(shelf, "May") == ["2", "3"])
        #expect(try AlbumsTests.tree(shelf) == ["May"])
    }

    @Test func `a hidden member is not listed`() throws {
        let shelf = try makeAlbum()
        let outcome = try shelf.run("album", "add", "May", "00000004")
        #expect(outcome.output == "“May” now shows 3 items.\n")
        try AlbumsTests.succeed(shelf, "set", "00000004", "--no-hidden")
        #expect(try AlbumsTests.members(shelf, "May") == ["1", "2", "3", "4"])
    }

    @Test func `a position counts only visible assets`() throws {
        let shelf = try makeAlbum()
        try AlbumsTests.succeed(shelf, "album", "add", "May", "00000004", "--at", "1")
        try AlbumsTests.succeed(shelf, "album", "add", "May", "00000003", "--at", "2")
        #expect(try AlbumsTests.members(shelf, "May") == ["1", "3", "2"])
    }

    @Test func `deleting an album needs a yes and keeps its photos`() throws {
        let shelf = try makeAlbum()
        let unasked = try shelf.run("album", "delete", "May")
        #expect(unasked.exitStatus == 1)
        #expect(unasked.error.contains("This deletes 1 album, and there is no terminal to confirm it; nothing"))
        #expect(try AlbumsTests.tree(shelf) == ["May"])
        let outcome = try shelf.run("album", "delete", "May", "--yes")
        #expect(outcome.output == "Deleted 1 album. The photos stay in the library.\n")
        #expect(try AlbumsTests.tree(shelf) == [])
        #expect(try shelf.run("list").outputLines.count == 3)
    }

    @Test func `deleting a folder deletes its content`() throws {
        let shelf = try AlbumsTests.makeTree()
        let objects = try shelf.run("folder", "delete", "Trips", "--yes", "--json").objects()
        #expect(objects == [["albums": 2, "folders": 1]])
        #expect(try AlbumsTests.tree(shelf) == ["Family"])
        #expect(try shelf.run("list").outputLines.count == 3)
    }
}
