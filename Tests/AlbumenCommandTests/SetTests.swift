import AlbumenTestSupport
import Foundation
import Testing

/// `albumen set`, on the shelf of `ListTests`.
@Suite struct SetTests {
    private func info(_ shelf: CommandHarness, _ identifier: String) throws -> [String: JSONValue] {
        try #require(try shelf.run("info", identifier, "--json").objects().first)
    }

    @Test func `favorite and hidden are set and taken away, for many at once`() throws {
        let shelf = try ListTests.makeShelf()
        let outcome = try shelf.run("set", "00000001", "00000002", "--no-favorite", "--hidden")
        #expect((outcome.exitStatus, outcome.output) == (0, "Changed 2 assets.\n"))
        #expect(try info(shelf, "00000001")["isFavorite"] == false)
        #expect(try info(shelf, "00000002")["isHidden"] == true)
        #expect(try shelf.run("list").outputLines.count == 1)
        try AlbumsTests.succeed(shelf, "set", "00000002", "--favorite", "--no-hidden")
        #expect(try info(shelf, "00000002")["isFavorite"] == true)
        #expect(try shelf.run("list").outputLines.count == 2)
    }

    @Test(arguments: [
        ("2024-05-07T09:33:04+08:00", "2024-05-07T01:33:04Z", "2024-05-07T09:33:04+08:00"),
        ("2024-05-07T09:33:04.5-0330", "2024-05-07T13:03:04.500Z", "2024-05-07T09:33:04.500-03:30"),
        ("2024-05-07T09:33Z", "2024-05-07T09:33:00Z", "2024-05-07T09:33:00+00:00"),
        ("2024-05-07 09:33", "2024-05-07T09:33:00Z", "2024-05-07T09:33:00"),
        ("2024-05-07", "2024-05-07T00:00:00Z", "2024-05-07T00:00:00"),
    ])
    func `a date is set with its offset`(_ text: String, _ utc: String, _ local: String) throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "set", "00000001", "--date", text)
        let object = try info(shelf, "00000001")
        #expect(object["creationDate"] == .text(utc))
        #expect(object["localDateTime"] == .text(local))
        #expect(object["dateSource"] == "user")
    }

    @Test func `a place is set, also in the south, and taken away`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "set", "00000002", "--location", "-33.75,151.25")
        #expect(try info(shelf, "00000002")["location"] == ["latitude": -33.75, "longitude": 151.25])
        try AlbumsTests.succeed(shelf, "set", "00000002", "--location=31.25, -121.5")
        #expect(try info(shelf, "00000002")["location"] == ["latitude": 31.25, "longitude": -121.5])
        try AlbumsTests.succeed(shelf, "set", "00000002", "--location", "none", "--date", "none")
        #expect(try info(shelf, "00000002")["location"] == .null)
        #expect(try info(shelf, "00000002")["creationDate"] == .null)
    }

    @Test func `rating, caption and keywords are set and taken away`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(
            shelf, "set", "00000002", "--rating", "4", "--caption", "- at sea", "--keyword", "sea", "--keyword", "-x")
        let metadata = try info(shelf, "00000002")["metadata"]?.object
        #expect(metadata?["rating"] == 4)
        #expect(metadata?["caption"] == "- at sea")
        #expect(metadata?["keywords"] == ["sea", "-x"])
        try AlbumsTests.succeed(shelf, "set", "00000002", "--keyword", "ship")
        #expect(try info(shelf, "00000002")["metadata"]?.object?["keywords"] == ["ship"])
        try AlbumsTests.succeed(shelf, "set", "00000002", "--rating", "0", "--caption", "", "--no-keywords")
        let cleared = try info(shelf, "00000002")["metadata"]?.object
        #expect(cleared?["rating"] == nil)
        #expect(cleared?["caption"] == nil)
        #expect(cleared?["keywords"] == [])
    }

    @Test func `what is not told stays as it is`() throws {
        let shelf = try ListTests.makeShelf()
        let before = try info(shelf, "00000001")
        try AlbumsTests.succeed(shelf, "set", "00000001", "--rating", "3")
        var after = try info(shelf, "00000001")
        #expect(after["metadata"]?.object?["rating"] == 3)
        after["metadata"] = before["metadata"]
        #expect(after == before)
    }

    @Test func `one wrong identifier, and nothing is changed`() throws {
        let shelf = try ListTests.makeShelf()
        for wrong in ["99999999", "00000005"] {
            let outcome = try shelf.run("set", "00000002", wrong, "--favorite")
            #expect(outcome.exitStatus == 1)
            #expect(outcome.error.contains(wrong))
        }
        #expect(try info(shelf, "00000002")["isFavorite"] == false)
        let objects = try shelf.run(["set", "-", "--favorite", "--json"], input: "00000002\n00000003\n").objects()
        #expect(objects == [["assets": 2]])
    }

    @Test(
        arguments: [
            ([], "Tell what to set"), (["--rating", "6"], "--rating is 6."), (["--rating", "-1"], "rating"),
            (["--location", "91,0"], "“91,0” is no place."), (["--location", "1"], "“1” is no place."),
            (["--location", "nan,0"], "“nan,0” is no place."), (["--location", "1,2,3"], "is no place."),
            (["--date", "May"], "“May” is no date."), (["--date", "2024-02-30"], "“2024-02-30” is no date."),
            (["--date", "2024-05-07T09:33+19:00"], "no clock is +19:00 from UTC."),
            (["--keyword", " "], "--keyword is empty."), (["--keyword", "a", "--no-keywords"], "not both."),
        ] as [([String], String)])
    func `a value that cannot be is wrong usage`(_ options: [String], _ complaint: String) throws {
        let outcome = try ListTests.makeShelf().run(["set", "00000001"] + options)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains(complaint), "\(outcome.error)")
        #expect(outcome.error.contains("See “albumen help set”."))
    }
}
