import AlbumenTestSupport
import Foundation
import Testing

/// `albumen set --original`.
@Suite(.blocking) struct SetOriginalTests {
    @Test func `an item with one original isn't changed, and neither are the others`() throws {
        let shelf = try ListTests.makeShelf()
        let outcome = try shelf.run("set", "00000003", "--original", "raw", "--favorite")
        #expect(outcome.exitStatus != 0)
        #expect(outcome.error.contains("has only one original"), "\(outcome.error)")
        let object = try #require(try shelf.run("info", "00000003", "--json").objects().first)
        #expect(object["isFavorite"] == false)
        #expect(try #require(object["metadata"]?.object)["originalChoice"] == nil)
        let mistake = try shelf.run("set", "00000003", "--original", "both")
        #expect(mistake.exitStatus == 2 || mistake.exitStatus == 64, "\(mistake.exitStatus)")
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `info, list and exports follow the chosen original of a RAW and its JPEG`() throws {
        let harness = try CommandHarness()
        let pair = RealMedia.folder.appendingPathComponent("raw/raw-jpeg-pair").path(percentEncoded: false)
        try AlbumsTests.succeed(harness, "import", pair)
        func info() throws -> [String: JSONValue] {
            try #require(try harness.run("info", identifier, "--json").objects().first)
        }
        let lines = try harness.run("list", "--json").objects()
        try #require(lines.count == 1)
        let identifier = try #require(lines[0]["localIdentifier"]?.text)
        #expect(try info()["metadata"]?.object?["originalChoice"] == "compressed")
        #expect(try info()["originalFilename"] == "PXL_20240704.jpg")

        let outcome = try harness.run("set", identifier, "--original", "raw", "--json")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(try outcome.objects().first?["assets"] == 1)
        #expect(try info()["metadata"]?.object?["originalChoice"] == "raw")
        #expect(try info()["originalFilename"] == "PXL_20240704.dng")
        #expect(try harness.run("info", identifier).output.contains("PXL_20240704.dng (raw)"))
        #expect(try harness.run("verify").exitStatus == 0)

        let folder = try harness.folder.makeFolder("exported")
        try AlbumsTests.succeed(harness, "export", "--all", "--to", folder.path(percentEncoded: false))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["PXL_20240704.dng"])
        try AlbumsTests.succeed(harness, "edit", identifier, "--rotate", "90")
        let refused = try harness.run("set", identifier, "--original", "compressed")
        #expect(refused.exitStatus != 0 && refused.error.contains("is edited"), "\(refused.error)")
        try AlbumsTests.succeed(harness, "revert", identifier)
        #expect(try info()["metadata"]?.object?["originalChoice"] == "raw")
        try AlbumsTests.succeed(harness, "set", identifier, "--original", "compressed")
        #expect(try info()["originalFilename"] == "PXL_20240704.jpg")
    }
}
