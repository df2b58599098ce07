import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// `albumen set`, on the shelf of `ListTests`.
@Suite(.blocking) struct SetTests {
    private func info(_ shelf: CommandHarness, _ identifier: String) throws -> [String: JSONValue] {
        try #require(try shelf.run("info", identifier, "--json").objects().first)
    }

    @Test func `favorite and hidden can be set and removed for several assets`() throws {
        let shelf = try ListTests.makeShelf()
        let outcome = try shelf.run("set", "00000001", "00000002", "--no-favorite", "--hidden")
        #expect((outcome.exitStatus, outcome.output) == (0, "Changed 2 items.\n"))
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

    @Test func `a location can be set, also in the south, and removed`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(shelf, "set", "00000002", "--location", "-33.75,151.25")
        #expect(try info(shelf, "00000002")["location"] == ["latitude": -33.75, "longitude": 151.25])
        try AlbumsTests.succeed(shelf, "set", "00000002", "--location=31.25, -121.5")
        #expect(try info(shelf, "00000002")["location"] == ["latitude": 31.25, "longitude": -121.5])
        try AlbumsTests.succeed(shelf, "set", "00000002", "--location", "none", "--date", "none")
        #expect(try info(shelf, "00000002")["location"] == .null)
        #expect(try info(shelf, "00000002")["creationDate"] == .null)
    }

    @Test func `original restores each asset's own date and location`() throws {
        let shelf = try ListTests.makeShelf()
        let before = try (1...3).map { try info(shelf, "0000000\($0)") }
        try AlbumsTests.succeed(
            shelf, "set", "00000001", "00000002", "00000003", "--date", "2024-05-07", "--location", "1,2")
        try AlbumsTests.succeed(shelf, "set", "00000001", "--date", "2023-01-01", "--location", "none")
        let outcome = try shelf.run(
            "set", "00000001", "00000002", "00000003", "--date", "original", "--location", "ORIGINAL", "--rating", "3")
        #expect((outcome.exitStatus, outcome.output) == (0, "Changed 3 items.\n"), "\(outcome.error)")
        for (number, before) in zip(1...3, before) {
            var after = try info(shelf, "0000000\(number)")
            #expect(after["metadata"]?.object?["rating"] == 3)
            after["metadata"] = before["metadata"]
            after["rating"] = before["rating"]
            #expect(after == before)
        }
    }

    @Test func `info shows the original date and location while they are replaced`() throws {
        let shelf = try ListTests.makeShelf()
        try AlbumsTests.succeed(
            shelf, "set", "00000001", "--date", "2024-05-07T09:33:04+08:00", "--location", "none")
        let taken = "2001-01-01 08:01:40.046 +08:00 (2001-01-01T00:01:40.046Z, from exifOriginal)"
        let lines = try shelf.run("info", "00000001").outputLines
        let index = try #require(lines.firstIndex { $0.hasPrefix("  taken        2024-05-07 09:33:04 +08:00") })
        #expect(lines[index + 1] == "  originally   \(taken)")
        #expect(lines.contains("  originally   31.25, -121.5"))
        let metadata = try info(shelf, "00000001")["metadata"]?.object
        #expect(
            metadata?["originalDate"] == [
                "creationDate": "2001-01-01T00:01:40.046Z", "dateSource": "exifOriginal",
                "localDateTime": "2001-01-01T08:01:40.046+08:00",
            ])
        #expect(metadata?["originalLocation"] == ["latitude": 31.25, "longitude": -121.5])
        try AlbumsTests.succeed(shelf, "set", "00000003", "--date", "2024-05-07", "--location", "1,2")
        let undated = try info(shelf, "00000003")["metadata"]?.object
        #expect((undated?["originalDate"], undated?["originalLocation"]) == (.null, .null))
        #expect(try shelf.run("info", "00000003").outputLines.filter { $0 == "  originally   not known" }.count == 2)
        try AlbumsTests.succeed(shelf, "set", "00000001", "--date", "original", "--location", "original")
        #expect(try !shelf.run("info", "00000001").output.contains("originally"))
        #expect(try info(shelf, "00000001")["metadata"]?.object?.keys.contains("originalDate") == false)
    }

    /// As an older albumen left it: with the user's values and without those of the import.
    private func forgetOriginals(_ harness: CommandHarness) throws {
        let library = try Library(at: harness.library)
        try library.catalog.write(author: "test") { transaction in
            for asset in try transaction.reader.assets(after: 0, limit: 100) {
                try transaction.removeOriginalDate(ofAsset: asset.id)
                try transaction.removeOriginalLocation(ofAsset: asset.id)
            }
        }
        try library.close()
    }

    @Test func `assets changed by an older version get their date from the file, and only a missing file fails`()
        throws
    {
        let harness = try CommandHarness()
        try AlbumsTests.succeed(harness, "import", try harness.writePhotos(3).path)
        let before = try harness.run("list", "--json").objects()
        let identifiers = before.compactMap { $0["localIdentifier"]?.text }
        try #require(identifiers.count == 3)
        try AlbumsTests.succeed(harness, ["set"] + identifiers + ["--date", "2024-01-01"])
        try forgetOriginals(harness)
        #expect(try harness.run("info", identifiers[0]).output.contains("  originally   2024-05-07 09:00:04"))
        let hash = try #require(before[1]["resources"]?.list?.first?.object?["sha256"]?.text)
        let lost = try #require(try harness.blobs().first { $0.lastPathComponent == hash })
        try FileManager.default.removeItem(at: lost)
        #expect(
            try harness.run("info", identifiers[1]).output.contains(
                "  originally   not known: The bytes of photo-1.jpg"))

        let outcome = try harness.run(["set"] + identifiers + ["--date", "original", "--favorite"])
        #expect(outcome.exitStatus == 3)
        #expect(outcome.output == "Changed 2 items.\n")
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.first?.hasPrefix("failed: photo-1.jpg (\(identifiers[1])): ") == true)
        #expect(outcome.errorLines.last == "albumen: 1 item stays as it was, for the reasons above.")
        let after = try harness.run("list", "--json").objects()
        let dates = Dictionary(
            uniqueKeysWithValues: after.map { ($0["localIdentifier"]?.text ?? "", $0["creationDate"]) })
        for index in [0, 2] { #expect(dates[identifiers[index]] == before[index]["creationDate"]) }
        #expect(dates[identifiers[1]] == "2024-01-01T00:00:00Z")
        #expect(after.filter { $0["isFavorite"] == true }.count == 2)

        let json = try harness.run("set", identifiers[1], "--date", "original", "--json")
        #expect(json.exitStatus == 3)
        let objects = try json.objects()
        #expect(objects.map { $0["event"] } == ["failed", nil])
        #expect(objects.first?["originalFilename"] == "photo-1.jpg")
        #expect(objects.last == ["assets": 0])
    }

    @Test(
        arguments: [
            (["--date", "2024-05-07"], nil, 1, "Set the date of 101 photos and videos? There is no terminal"),
            (["--date", "original", "--location", "1,2"], nil, 1, "Set the original date and the place of 101"),
            (["--location", "none"], "deny", 1, "Set the place of 101 photos and videos? The answer was no."),
            (["--location", "none"], "100", 1, "The answer was no."), (["--date", "none"], "101", 0, ""),
            (["--date", "none"], "allow", 0, ""), (["--date", "none", "--yes"], nil, 0, ""),
            (["--rating", "5"], nil, 0, ""),
        ] as [([String], String?, Int32, String)])
    func `setting dates and locations of more than 100 assets needs consent`(
        _ options: [String], _ setting: String?, _ status: Int32, _ complaint: String
    ) throws {
        let (harness, identifiers) = try TrashTests.makeCrowd(101)
        let outcome = try harness.run(["set", "-"] + options, input: identifiers, confirmation: setting)
        #expect(outcome.exitStatus == status, "\(outcome.error)")
        #expect(complaint.isEmpty || outcome.error.contains(complaint), "\(outcome.error)")
        if status == 1 { #expect(outcome.error.contains("othing was changed")) }
        let hundred = identifiers.split(separator: "\n").dropLast().joined(separator: "\n")
        #expect(try harness.run(["set", "-", "--date", "2024-05-07"], input: hundred).exitStatus == 0)
    }

    /// `script`, of util-linux, gives the program a terminal.
    @Test(
        .enabled(if: access("/usr/bin/script", X_OK) == 0), arguments: [("y\n", 0), ("n\n", 1)] as [(String, Int32)])
    func `at a terminal the user is asked before many dates change`(_ answer: String, _ status: Int32) throws {
        let (harness, identifiers) = try TrashTests.makeCrowd(101)
        let arguments = identifiers.split(separator: "\n").joined(separator: " ")
        let command = "\(CommandHarness.executable.path) set \(arguments) --date 2024-05-07"
        let outcome = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/script"), ["-qec", command, "/dev/null"], environment: harness.environment,
            workingDirectory: harness.folder.url, input: Data(answer.utf8))
        #expect(outcome.exitStatus == status, "\(outcome.output)")
        #expect(outcome.output.contains("Set the date of 101 photos and videos? [y/N]"))
        let changed = try harness.run("list", "--json").objects().filter { $0["dateSource"] == "user" }
        #expect(changed.count == (status == 0 ? 101 : 0))
    }

    @Test func `rating, caption and keywords can be set and removed`() throws {
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

    @Test func `properties without an option stay unchanged`() throws {
        let shelf = try ListTests.makeShelf()
        let before = try info(shelf, "00000001")
        try AlbumsTests.succeed(shelf, "set", "00000001", "--rating", "3")
        var after = try info(shelf, "00000001")
        #expect(after["metadata"]?.object?["rating"] == 3)
        after["metadata"] = before["metadata"]
        after["rating"] = before["rating"]
        #expect(after == before)
    }

    @Test func `one unknown identifier prevents all changes`() throws {
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
            ([], "Specify a change"), (["--rating", "6"], "--rating is 6."), (["--rating", "-1"], "rating"),
            (["--location", "91,0"], "“91,0” isn't a location."), (["--location", "1"], "“1” isn't a location."),
            (["--location", "nan,0"], "“nan,0” isn't a location."), (["--location", "1,2,3"], "isn't a location."),
            (["--date", "May"], "“May” isn't a date."), (["--date", "2024-02-30"], "“2024-02-30” isn't a date."),
            (["--date", "2024-05-07T09:33+19:00"], "“+19:00” isn't an offset from UTC."),
            (["--keyword", " "], "--keyword is empty."), (["--keyword", "a", "--no-keywords"], "not both."),
        ] as [([String], String)])
    func `an invalid value is wrong usage`(_ options: [String], _ complaint: String) throws {
        let outcome = try ListTests.makeShelf().run(["set", "00000001"] + options)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains(complaint), "\(outcome.error)")
        #expect(outcome.error.contains("See “albumen help set”."))
    }
}
