import AlbumenTestSupport
import Foundation
import Testing

/// Libraries that are named as folders, brought over by the program: another library of Albumen, and PhotoPrism's
/// folder (imports 6).
@Suite(.blocking)
struct LibraryImportTests {
    private let harness: CommandHarness

    init() throws { harness = try CommandHarness() }

    private func run(_ arguments: String..., status: Int32 = 0) throws -> String {
        let run = try harness.run(arguments)
        #expect(run.exitStatus == status, "\(run.output)\(run.error)")
        return run.output + run.error
    }

    /// Returns the values of all items that a second library should have, too.
    private func facts(ofLibrary name: String) throws -> [String: String] {
        let lines = try run("list", "--json", "--library", name).split(separator: "\n")
        var facts: [String: String] = [:]
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            guard let identifier = object["localIdentifier"] as? String else { continue }
            let values = [
                "filename", "isFavorite", "isHidden", "title", "caption", "keywords", "rating", "creationDate",
            ]
            .map { "\($0)=\(object[$0] ?? "-")" }
            facts[identifier] = values.joined(separator: " ")
        }
        return facts
    }

    private func makeOtherLibrary() throws {
        try harness.writePhotos(3, in: "photos")
        _ = try harness.folder.write(SampleMedia.motionPhoto(), to: "photos/PXL_1.MP.jpg")
        _ = try run("import", "photos", "--library", "other")
        let identifiers = try facts(ofLibrary: "other").keys.sorted()
        _ = try run("set", identifiers[0], "--favorite", "--caption", "Hello", "--library", "other")
        _ = try run("album", "create", "Trip", "--library", "other")
        _ = try run("album", "add", "Trip", identifiers[1], identifiers[0], "--library", "other")
        _ = try run("edit", identifiers[1], "--rotate", "90", "--library", "other")
    }

    @Test func `another library of Albumen comes over with its identifiers, and a second import changes nothing`()
        throws
    {
        try makeOtherLibrary()
        let first = try run("import", "other")
        #expect(first.contains("Albumen library"), "\(first)")
        #expect(try facts(ofLibrary: harness.library.path) == facts(ofLibrary: "other"))
        let album = { try run("list", "--album", "Trip", "--library", $0) }
        #expect(try album(harness.library.path) == album("other"))
        let version = try run("changes", "--json")
        _ = try run("import", "other")
        #expect(try run("changes", "--json") == version)
        _ = try run("verify")
        #expect(try run("import", harness.library.path, status: 3).contains("the library itself"))
    }

    @Test func `a damaged original of another library isn't brought over, and the others are`() throws {
        try makeOtherLibrary()
        let originals = harness.folder.file("other/originals")
        let names = try #require(FileManager.default.enumerator(atPath: originals.path)).compactMap { $0 as? String }
        let blob = try #require(
            names.first {
                $0.count == 67
                    && (try? Data(contentsOf: originals.appending(path: $0)))?.starts(with: [0xFF, 0xD8]) == true
            })
        let file = originals.appending(path: blob)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count - 3] ^= 1
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
        let output = try run("import", "other", status: 3)
        #expect(output.contains("SHA-256"), "\(output)")
        #expect(try facts(ofLibrary: harness.library.path).count == 3)
        _ = try run("verify")
    }

    @Test func `PhotoPrism's photos come over with its YAML files, and files that it doesn't know as usual`() throws {
        try harness.writePhotos(3, in: "prism/originals/2018")
        for folder in ["sidecar/2018", "albums/album", "cache"] {
            try harness.folder.makeFolder("prism/storage/\(folder)")
        }
        let serial = "zr0qs1nd3i8yd8ic"
        _ = try harness.folder.write(Data(serial.utf8), to: "prism/storage/serial")
        _ = try harness.folder.write(
            Data(
                """
                TakenAt: 2018-01-01T00:02:53Z
                UID: pqnkwgd18g000001
                Type: image
                Title: At the sea
                TitleSrc: manual
                Favorite: true
                Details:
                  Keywords: ""

                """.utf8), to: "prism/storage/sidecar/2018/photo-0.yml")
        _ = try harness.folder.write(
            Data(
                """
                UID: aqnkwgd18g000009
                Slug: trip
                Type: album
                Title: Trip
                Photos:
                - UID: pqnkwgd18g000001

                """.utf8), to: "prism/storage/albums/album/aqnkwgd18g000009.yml")
        let output = try run("import", "prism")
        #expect(output.contains("PhotoPrism"), "\(output)")
        let facts = try facts(ofLibrary: harness.library.path)
        #expect(facts.count == 3)
        #expect(facts.values.contains { $0.contains("title=At the sea") && $0.contains("isFavorite=1") }, "\(facts)")
        #expect(try run("list", "--album", "Trip").contains("photo-0.jpg"))
        let version = try run("changes", "--json")
        _ = try run("import", "prism")
        #expect(try run("changes", "--json") == version)
        _ = try run("verify")
    }
}
