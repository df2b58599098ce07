import AlbumenTestSupport
import Foundation
import Testing

/// An import of files whose assets are in Recently Deleted.
@Suite(.blocking) struct RestoringImportTests {
    /// A library with two photos, the first of which is deleted.
    private func makeLibrary() throws -> (harness: CommandHarness, deleted: String) {
        let harness = try CommandHarness()
        try AlbumsTests.succeed(harness, "import", try harness.writePhotos(2).path)
        let identifier = try #require(try harness.run("list", "--json").objects().first?["localIdentifier"]?.text)
        try AlbumsTests.succeed(harness, "delete", identifier, "--yes")
        return (harness, identifier)
    }

    @Test func `a deleted photo stays deleted, and the output explains how to restore it`() throws {
        let (harness, deleted) = try makeLibrary()
        let outcome = try harness.run("import", "photos")
        #expect(outcome.exitStatus == 0)
        #expect(
            outcome.outputLines == [
                "Imported 0 files as 0 items; 1 duplicate, 1 unchanged since an earlier import.",
                "Of the duplicates, 1 is in Recently Deleted. To restore it: --restore",
            ])
        let objects = try harness.run("import", "photos", "--json").objects()
        let duplicate = try #require(objects.first { $0["event"] == "duplicate" })
        #expect(duplicate["trashed"] == true)
        #expect(duplicate["localIdentifier"] == .text(deleted))
        #expect(objects.last?["duplicates"] == 1)
        #expect(try harness.run("list").outputLines.count == 1)
    }

    @Test func `the option --restore restores it unchanged`() throws {
        let (harness, deleted) = try makeLibrary()
        let objects = try harness.run("import", "--restore", "photos", "--json").objects()
        let event = try #require(objects.first { $0["event"] == "restored" })
        #expect(Set(event.keys) == ["event", "localIdentifier", "path"])
        #expect(event["localIdentifier"] == .text(deleted))
        #expect(objects.last?["restored"] == 1)
        #expect(objects.last?["duplicates"] == 0)
        #expect(try harness.run("list").outputLines.count == 2)
        #expect(try harness.run("trash", "list").output == "")
    }

    @Test func `a copy of it in another folder restores it, too`() throws {
        let (harness, _) = try makeLibrary()
        try harness.writePhotos(1)
        let copy = try Data(contentsOf: harness.folder.file("photos/photo-0.jpg"))
        try harness.folder.write(copy, to: "card/other.jpg")
        let outcome = try harness.run("import", "--restore", "card")
        #expect(outcome.output == "Imported 0 files as 0 items; 1 restored from Recently Deleted.\n")
        #expect(try harness.run("list").outputLines.count == 2)
    }
}
