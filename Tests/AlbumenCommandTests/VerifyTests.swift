import AlbumenTestSupport
import Foundation
import Testing

@Suite(.blocking) struct VerifyTests {
    /// A library with three photos.
    private func makeLibrary() throws -> CommandHarness {
        let harness = try CommandHarness()
        let outcome = try harness.run("import", harness.writePhotos(3).path)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return harness
    }

    @Test func `an intact library passes`() throws {
        let harness = try makeLibrary()
        let outcome = try harness.run("verify")
        #expect(outcome.exitStatus == 0)
        #expect(outcome.output == "Checked 3 files: all are undamaged.\n")
        let objects = try harness.run("verify", "--json").objects()
        #expect(objects == [["faults": 0, "orphans": 0, "permissions": 0, "remote": 0, "resources": 3]])
    }

    @Test func `a flipped byte is a fault that names the photo`() throws {
        let harness = try makeLibrary()
        let blob = try #require(try harness.blobs().first)
        #expect(chmod(blob.path, 0o644) == 0)
        var bytes = try Data(contentsOf: blob)
        bytes[30] ^= 1
        try bytes.write(to: blob)
        let outcome = try harness.run("verify")
        #expect(outcome.exitStatus == 1)
        let finding = try #require(outcome.outputLines.first)
        #expect(finding.wholeMatch(of: /corrupted: photo-\d.jpg \([-0-9A-F]{36}\/L0\/001\): .*/) != nil)
        #expect(outcome.outputLines.last == "Checked 3 files: 1 fault.")
        #expect(outcome.error.hasPrefix("albumen: The library has 1 fault. Import again"))
        let objects = try harness.run("verify", "--json").objects()
        #expect(objects.first?["event"] == "corrupted")
        #expect(objects.first?["sha256"] == .text(blob.lastPathComponent))
        let keys = try #require(objects.first).keys
        #expect(Set(keys) == ["event", "localIdentifier", "originalFilename", "sha256"])
        #expect(objects.last == ["faults": 1, "orphans": 0, "permissions": 1, "remote": 0, "resources": 3])
    }

    @Test func `a deleted blob is a fault that names the photo`() throws {
        let harness = try makeLibrary()
        let blob = try #require(try harness.blobs().last)
        try FileManager.default.removeItem(at: blob)
        let outcome = try harness.run("verify")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output.hasPrefix("missing: photo-"))
        #expect(outcome.output.contains("originals/\(blob.lastPathComponent.prefix(2))/\(blob.lastPathComponent)"))
    }

    @Test func `a row without a blob is a fault`() throws {
        let harness = try makeLibrary()
        try harness.addRowWithoutBlob()
        let outcome = try harness.run("verify")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.output.hasPrefix("missing: row.dng"))
        #expect(try harness.run("verify", "--repair").exitStatus == 1)
    }

    @Test func `a wrong search index is a fault, and repair makes it again`() throws {
        let harness = try makeLibrary()
        try harness.execute("UPDATE assetSearch SET text = 'wrong' WHERE rowid < 3")
        let fault = "the search index has other words than the library for 2 of the items and albums"
        let outcome = try harness.run("verify")
        #expect(outcome.exitStatus == 1)
        #expect(
            outcome.outputLines == [
                "search: \(fault). Rebuild it: albumen verify --repair", "Checked 3 files: 1 fault.",
            ])
        #expect(
            outcome.error
                == "albumen: The library has 1 fault. Rebuild the search index: albumen verify --repair\n")
        let objects = try harness.run("verify", "--json").objects()
        #expect(objects.first == ["event": "search", "reason": .text(fault), "repaired": false])
        let repair = try harness.run("verify", "--repair")
        #expect(repair.exitStatus == 0)
        #expect(repair.outputLines == ["note: \(fault); rebuilt", "Checked 3 files: all are undamaged."])
        #expect(try harness.run("verify").output == "Checked 3 files: all are undamaged.\n")
        #expect(try harness.run("list", "--search", "photo", "--json").objects().count == 3)
    }

    @Test func `an orphan is a note, and repair removes it`() throws {
        let harness = try makeLibrary()
        let name = String(repeating: "ab", count: 32)
        let orphan = try harness.folder.write(Data("orphan".utf8), to: "library/originals/ab/\(name)")
        #expect(chmod(orphan.path, 0o400) == 0)
        #expect(chmod(orphan.deletingLastPathComponent().path, 0o700) == 0)
        let note = try harness.run("verify")
        #expect(note.exitStatus == 0)
        #expect(
            note.outputLines == [
                "note: originals/ab/\(name) belongs to no photo",
                "Checked 3 files: all are undamaged. 1 file of no photo found; --repair removes it.",
            ])
        let objects = try harness.run("verify", "--repair", "--json").objects()
        #expect(objects.first == ["event": "orphan", "sha256": .text(name), "reclaimed": true])
        #expect(try harness.blobs().count == 3)
        #expect(try harness.run("verify").output == "Checked 3 files: all are undamaged.\n")
    }
}
