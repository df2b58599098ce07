import AlbumenTestSupport
import Foundation
import Testing

/// The photos that `albumen export` selects, and the folders that it writes them to.
@Suite(.blocking) struct ExportSelectionTests {
    /// A library with three photos, and their identifiers in the order of capture.
    private func makeLibrary() throws -> (CommandHarness, [String]) {
        let harness = try CommandHarness()
        try #require(harness.run("import", harness.writePhotos(3).path).exitStatus == 0)
        let identifiers = try harness.run("list", "--json").objects().compactMap { $0["localIdentifier"]?.text }
        try #require(identifiers.count == 3)
        return (harness, identifiers)
    }

    @Test func `identifiers come from standard input, once each`() throws {
        let (harness, identifiers) = try makeLibrary()
        let lines = ["", " \(identifiers[2])  ", "\(identifiers[0].prefix(36))", identifiers[2]]
        let input = (lines + ["\(identifiers[0].prefix(9))"]).joined(separator: "\n")
        let outcome = try harness.run(["export", "-", "--to", "out"], input: input)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("Exported 2 files of 2 items to "))
        #expect(try harness.folder.names(in: "out") == ["photo-0.jpg", "photo-2.jpg"])
    }

    @Test func `lines that name nothing are reported with their numbers, and the others are exported`() throws {
        let (harness, identifiers) = try makeLibrary()
        let input = "\(identifiers[0])\n\nLisbon\n421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001\n\(identifiers[1])\n"
        let outcome = try harness.run(["export", "-", "--to", "out"], input: input)
        #expect(outcome.exitStatus == 3)
        #expect(outcome.errorLines.count == 3)
        #expect(outcome.errorLines[0].hasPrefix("line 3: “Lisbon” isn't an identifier."))
        #expect(outcome.errorLines[1].hasPrefix("line 4: There is no photo or video 421C93B7-"))
        #expect(
            outcome.errorLines[2]
                == "albumen: 2 lines of standard input name no item, for the reasons above. The others were exported."
        )
        #expect(try harness.folder.names(in: "out") == ["photo-0.jpg", "photo-1.jpg"])

        let json = try harness.run(["export", "-", "--to", "out", "--json"], input: input)
        #expect(json.exitStatus == 3)
        let objects = try json.objects()
        // The lines of a part are looked up together, and before its files are exported.
        #expect(objects.map { $0["event"] } == ["unknown", "unknown", "present", "present", nil])
        #expect(Set(objects[0].keys) == ["event", "identifier", "line", "reason"])
        #expect(objects[0]["line"] == 3 && objects[0]["identifier"] == "Lisbon")
        #expect(objects[4]["unknown"] == 2 && objects[4]["assets"] == 2)
    }

    @Test func `a wrong argument beside standard input is an error before anything is written`() throws {
        let (harness, identifiers) = try makeLibrary()
        let outcome = try harness.run(["export", "-", "99999999", "--to", "out"], input: identifiers[0])
        #expect(outcome.exitStatus == 1)
        #expect(try !harness.folder.names().contains("out"))
    }

    @Test func `an empty standard input exports nothing`() throws {
        let (harness, _) = try makeLibrary()
        let outcome = try harness.run(["export", "-", "--to", "out"], input: "\n")
        #expect((outcome.exitStatus, outcome.error) == (0, "Standard input contains no identifiers.\n"))
        #expect(outcome.output.hasPrefix("Exported 0 files of 0 items to "))
    }

    @Test func `a long standard input is read in parts`() throws {
        let (harness, identifiers) = try makeLibrary()
        let input = (0..<3000).map { identifiers[$0 / 1000] }.joined(separator: "\n") + "\nx\n"
        let outcome = try harness.run(["export", "-", "--to", "out", "--json"], input: input)
        let objects = try outcome.objects()
        #expect(objects.map { $0["event"] } == ["exported", "exported", "exported", "unknown", nil])
        #expect(objects[3]["line"] == 3001)
    }

    @Test func `albums are exported as they are shown, into one folder or into folders of their own`() throws {
        let (harness, identifiers) = try makeLibrary()
        try AlbumsTests.succeed(harness, "album", "create", "May", identifiers[1], identifiers[0])
        try AlbumsTests.succeed(harness, "album", "create", "June", identifiers[1], identifiers[2])
        try AlbumsTests.succeed(harness, "set", identifiers[2], "--hidden")
        let flat = try harness.run("export", "--album", "May", "--album", "June", "--to", "flat", "--json")
        #expect(flat.exitStatus == 0, "\(flat.error)")
        // The first album's order, and no hidden photo.
        #expect(
            try flat.objects().dropLast().map { $0["path"]?.text?.suffix(11) } == ["photo-1.jpg", "photo-0.jpg"])
        try #require(
            harness.run("export", "--album", "May", "--album", "June", "--to", "out", "--layout", "album").exitStatus
                == 0)
        #expect(try harness.folder.names(in: "out") == ["June", "May"])
        #expect(try harness.folder.names(in: "out/June") == ["photo-1.jpg"])
        #expect(try harness.folder.names(in: "out/May") == ["photo-0.jpg", "photo-1.jpg"])
        try #require(harness.run("export", "--all", "--to", "all", "--layout", "album").exitStatus == 0)
        #expect(try harness.folder.names(in: "all/June") == ["photo-1.jpg", "photo-2.jpg"])
    }

    @Test func `an ambiguous album is refused with both identifiers`() throws {
        let (harness, _) = try makeLibrary()
        for _ in 0..<2 { try AlbumsTests.succeed(harness, "album", "create", "May") }
        let outcome = try harness.run("export", "--album", "May", "--to", "out")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.error.contains("“May” is the name of 2 albums"))
        #expect(try harness.run("export", "--album", "Mai", "--to", "out").error.contains("There is no album “Mai”"))
        #expect(try !harness.folder.names().contains("out"))
    }

    @Test func `sidecars are counted beside the files`() throws {
        let (harness, _) = try makeLibrary()
        let outcome = try harness.run("export", "--all", "--to", "out", "--sidecars", "--layout", "date")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("Exported 3 files and 3 sidecars of 3 items to "))
        #expect(try harness.folder.names(in: "out/2024/2024-05-07").count == 6)
        let again = try harness.run("export", "--all", "--to", "out", "--sidecars", "--layout", "date", "--json")
        #expect(try again.objects().last?["present"] == 6)
        try #require(harness.run("export", "--all", "--to", "new", "--sidecars", "--json").exitStatus == 0)
    }

    @Test(arguments: [
        ["--all", "--album", "May"], ["--album", "May", "-"], ["--all", "-"], ["--all", "--layout", "month"], [],
    ])
    func `one selection and a known layout are required`(_ arguments: [String]) throws {
        let outcome = try CommandHarness().run(["export", "--to", "out"] + arguments)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.errorLines.count == 1 && outcome.error.contains("See “albumen help export”."))
    }
}
