import Albumen
import AlbumenTestSupport
import Foundation
import Testing

/// `albumen albums`, `album` and `folder`, on the shelf of `ListTests`: three assets that are shown, 1 to 3.
@Suite(.blocking) struct AlbumsTests {
    static let keys: Set = [
        "count", "cover", "creationDate", "kind", "localIdentifier", "modificationDate", "parent", "subtype", "title",
    ]

    /// Runs a command that has to succeed, and answers its output.
    @discardableResult
    static func succeed(_ harness: CommandHarness, _ arguments: String...) throws -> ProgramRun.Outcome {
        try succeed(harness, arguments)
    }

    @discardableResult
    static func succeed(_ harness: CommandHarness, _ arguments: [String]) throws -> ProgramRun.Outcome {
        let outcome = try harness.run(arguments)
        try #require(outcome.exitStatus == 0, "\(arguments): \(outcome.error)")
        return outcome
    }

    /// The tree, one text a collection: its title with a dot before it for each folder it is in.
    static func tree(_ harness: CommandHarness) throws -> [String] {
        try harness.run("albums").outputLines.map { line in
            let title = line.dropFirst(36 + 2 + 6 + 2 + 7 + 2)
            let indent = title.prefix { $0 == " " }.count
            return String(repeating: ".", count: indent / 2) + title.dropFirst(indent)
        }
    }

    /// The first digits' end of what an album shows, in its order.
    static func members(_ harness: CommandHarness, _ album: String) throws -> [String] {
        try harness.run("list", "--album", album).outputLines.map { String($0.prefix(8).suffix(1)) }
    }

    /// Trips with Lisbon and Madrid in it, and Family beside it.
    static func makeTree() throws -> CommandHarness {
        let shelf = try ListTests.makeShelf()
        try succeed(shelf, "album", "create", "Family")
        try succeed(shelf, "folder", "create", "Trips")
        try succeed(shelf, "album", "create", "Lisbon", "--folder", "Trips", "00000001", "00000002")
        try succeed(shelf, "album", "create", "Madrid", "--folder", "Trips")
        return shelf
    }

    @Test func `folders and albums are listed as a tree with identifier, kind and count`() throws {
        let shelf = try Self.makeTree()
        let lines = try shelf.run("albums").outputLines
        try #require(lines.count == 4)
        #expect(lines[0].wholeMatch(of: /[-0-9A-F]{36}  folder        2  Trips/) != nil)
        #expect(lines[1].wholeMatch(of: /[-0-9A-F]{36}  album         2    Lisbon/) != nil)
        #expect(lines[2].wholeMatch(of: /[-0-9A-F]{36}  album         0    Madrid/) != nil)
        #expect(lines[3].wholeMatch(of: /[-0-9A-F]{36}  album         0  Family/) != nil)
    }

    @Test func `JSON has exactly the documented keys and the folder`() throws {
        let objects = try Self.makeTree().run("albums", "--json").objects()
        try #require(objects.count == 4)
        for object in objects { #expect(Set(object.keys) == Self.keys) }
        #expect(objects[0]["kind"] == "folder")
        #expect(objects[0]["subtype"] == "regularFolder")
        #expect(objects[0]["parent"] == .null)
        #expect(objects[1]["kind"] == "album")
        #expect(objects[1]["subtype"] == "albumRegular")
        #expect(objects[1]["parent"] == objects[0]["localIdentifier"])
        #expect(objects[1]["count"] == 2)
        #expect(objects[0]["localIdentifier"]?.text?.hasSuffix("/L0/020") == true)
        #expect(objects[1]["localIdentifier"]?.text?.hasSuffix("/L0/040") == true)
    }

    @Test func `the option --all adds albums of imports and smart albums`() throws {
        let harness = try CommandHarness()
        try Self.succeed(harness, "import", try harness.writePhotos(2).path)
        #expect(
            try harness.run("albums").error
                == "The library has only albums of imports. List them: albumen albums --all\n")
        let objects = try harness.run("albums", "--all", "--json").objects()
        #expect(objects.first?["subtype"] == "albumImported")
        #expect(objects.first?["count"] == 2)
        let recents = try #require(objects.first { $0["subtype"] == "smartAlbumUserLibrary" })
        #expect(recents["kind"] == "smartAlbum")
        #expect(recents["count"] == 2)
        #expect(recents["creationDate"] == .null)
        #expect(objects.contains { $0["title"] == "Recently Deleted" && $0["count"] == 0 })
    }

    @Test func `a new album prints its identifier, which later commands accept`() throws {
        let shelf = try ListTests.makeShelf()
        let made = try #require(try Self.succeed(shelf, "album", "create", "May", "--json").objects().first)
        let identifier = try #require(made["localIdentifier"]?.text)
        #expect(made["title"] == "May")
        for name in [identifier, String(identifier.prefix(36)), identifier.prefix(12).lowercased(), "May"] {
            #expect(try shelf.run("album", "add", name, "00000003").output == "“May” now shows 1 item.\n")
        }
        #expect(try shelf.run("albums").outputLines.first?.hasPrefix(identifier.prefix(36)) == true)
    }

    @Test func `an ambiguous title is refused with both identifiers`() throws {
        let shelf = try ListTests.makeShelf()
        let identifiers = try (0..<2).map { _ in
            try #require(
                try Self.succeed(shelf, "album", "create", "Twin", "--json").objects().first?["localIdentifier"]?.text)
        }
        let outcome = try shelf.run("album", "rename", "Twin", "Single")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("“Twin” is the name of 2 albums"))
        for identifier in identifiers { #expect(outcome.error.contains(identifier)) }
        try Self.succeed(shelf, "album", "rename", identifiers[0], "Single")
        #expect(Set(try Self.tree(shelf)) == ["Single", "Twin"])
    }

    @Test(
        arguments: [
            (["album", "add", "Nowhere", "00000001"], "There is no album “Nowhere” in the library."),
            (["album", "add", "Trips", "00000001"], "“Trips” is a folder"),
            (["folder", "rename", "Lisbon", "x"], "“Lisbon” is an album"),
            (["folder", "rename", "Nowhere", "x"], "There is no folder “Nowhere” in the library."),
            (["album", "add", "Favorites", "00000001"], "“Favorites” is a smart album"),
            (["album", "move", "Family", "--before", "Family"], "can't be placed next to itself"),
            (["album", "move", "Family", "--top", "--after", "Lisbon"], "“Lisbon” is not at the top level."),
            (["folder", "move", "Trips", "--folder", "Trips"], "cannot be put into itself"),
            (["list", "--album", "Nowhere"], "There is no album “Nowhere” in the library."),
        ] as [([String], String)])
    func `an invalid request is refused and changes nothing`(_ arguments: [String], _ complaint: String) throws {
        let shelf = try Self.makeTree()
        let before = try shelf.run("albums", "--json").output
        let outcome = try shelf.run(arguments)
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.contains(complaint), "\(outcome.error)")
        #expect(try shelf.run("albums", "--json").output == before)
    }

    @Test(
        arguments: [
            (["album", "move", "Lisbon", "--after", "Madrid"], ["Trips", ".Madrid", ".Lisbon", "Family"]),
            (["album", "move", "Madrid", "--before", "Lisbon"], ["Trips", ".Madrid", ".Lisbon", "Family"]),
            (["album", "move", "Lisbon", "--folder", "Trips"], ["Trips", ".Madrid", ".Lisbon", "Family"]),
            (["album", "move", "Family", "--folder", "Trips"], ["Trips", ".Lisbon", ".Madrid", ".Family"]),
            (["album", "move", "Family", "--before", "Madrid"], ["Trips", ".Lisbon", ".Family", ".Madrid"]),
            (["album", "move", "Family", "--before", "Trips"], ["Family", "Trips", ".Lisbon", ".Madrid"]),
            (["album", "move", "Lisbon", "--top"], ["Trips", ".Madrid", "Family", "Lisbon"]),
            (["album", "move", "Lisbon", "--top", "--after", "Trips"], ["Trips", ".Madrid", "Lisbon", "Family"]),
            (["folder", "move", "Trips", "--after", "Family"], ["Family", "Trips", ".Lisbon", ".Madrid"]),
        ] as [([String], [String])])
    func `a move changes folder and position`(_ arguments: [String], _ expected: [String]) throws {
        let shelf = try Self.makeTree()
        let outcome = try shelf.run(arguments)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(try Self.tree(shelf) == expected)
    }

    @Test func `an album has the chosen cover or its default cover`() throws {
        let shelf = try Self.makeTree()
        func cover() throws -> JSONValue? {
            try shelf.run("albums", "--json").objects().first { $0["title"] == "Lisbon" }?["cover"]
        }
        #expect(try cover() == .null)
        #expect(
            try Self.succeed(shelf, "album", "cover", "Lisbon", "00000002").output == "“Lisbon” has its new cover.\n")
        #expect(try cover()?.text?.hasPrefix("00000002") == true)
        let reset = try Self.succeed(shelf, "album", "cover", "Lisbon", "--default", "--json").objects()
        #expect(reset.first?["cover"] == .null)
        #expect(try cover() == .null)
        for (arguments, status, complaint) in [
            (["Lisbon", "00000003"], 1, "The cover must be a photo or video that “Lisbon” shows."),
            (["Trips", "00000001"], 1, "“Trips” is a folder"),
            (["Lisbon"], 2, "Name either a photo or video, or --default."),
            (["Lisbon", "00000001", "--default"], 2, "Name either a photo or video, or --default."),
        ] as [([String], Int32, String)] {
            let outcome = try shelf.run(["album", "cover"] + arguments)
            #expect(outcome.exitStatus == status)
            #expect(outcome.error.contains(complaint), "\(outcome.error)")
        }
    }

    @Test func `folders nest, but not into their own content`() throws {
        let shelf = try Self.makeTree()
        try Self.succeed(shelf, "folder", "create", "2024", "--folder", "Trips")
        try Self.succeed(shelf, "album", "move", "Lisbon", "--folder", "2024")
        #expect(try Self.tree(shelf) == ["Trips", ".Madrid", ".2024", "..Lisbon", "Family"])
        let outcome = try shelf.run("folder", "move", "Trips", "--folder", "2024")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("cannot be put into itself or a folder in it"))
    }

    @Test func `titles cannot control the terminal`() throws {
        let shelf = try ListTests.makeShelf()
        try Self.succeed(shelf, "album", "create", "a\u{1B}[2Jb")
        #expect(try shelf.run("albums").output.hasSuffix("  a\\u{1b}[2Jb\n"))
        #expect(try shelf.run("albums", "--json").objects().first?["title"] == "a\u{1B}[2Jb")
    }
}
