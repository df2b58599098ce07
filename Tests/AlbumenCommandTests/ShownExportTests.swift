import AlbumenTestSupport
import Foundation
import Pixels
import Testing

/// `albumen export --as-shown`.
@Suite(.blocking) struct ShownExportTests {
    /// A library with a JPEG and a TIFF.
    private func makeLibrary() throws -> CommandHarness {
        let harness = try CommandHarness()
        try harness.writePhotos(1, in: "in")
        let tiff = SampleTIFF.checkerboard(width: 60, height: 40)
        _ = try harness.folder.write(tiff, to: "in/scan.tif")
        let outcome = try harness.run("import", harness.folder.file("in").path)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return harness
    }

    @Test func `photos that few programs read become JPEGs once, and others are copied`() throws {
        let harness = try makeLibrary()
        let outcome = try harness.run("export", "--all", "--to", "out", "--as-shown", "--sidecars")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let names = ["photo-0.jpg", "photo-0.jpg.xmp", "scan.jpg", "scan.jpg.xmp"]
        #expect(try harness.folder.names(in: "out") == names)
        let file = harness.folder.file("out/scan.jpg")
        let bytes = try Data(contentsOf: file)
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        let copy = try Data(contentsOf: harness.folder.file("out/photo-0.jpg"))
        #expect(try copy == Data(contentsOf: harness.folder.file("in/photo-0.jpg")))
        let again = try harness.run("export", "--all", "--to", "out", "--as-shown", "--sidecars")
        #expect(again.output.hasSuffix("; 4 already exported.\n"), "\(again.output)")
        // A copy has lost the mark, so the photo is converted again and compared.
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
        let compared = try harness.run("export", "--all", "--to", "out", "--as-shown", "--sidecars")
        #expect(compared.output.hasSuffix("; 4 already exported.\n"), "\(compared.output)")
        #expect(try harness.folder.names(in: "out") == names)
    }

    @Test func `the JPEG of an edited photo shows the edit under the original's name`() throws {
        let harness = try makeLibrary()
        let listed = try harness.run("list", "--json").objects()
        let scan = try #require(listed.first { $0["originalFilename"] == .text("scan.tif") }?["localIdentifier"])
        guard case .text(let identifier) = scan else { return }
        let edited = try harness.run("edit", identifier, "--rotate", "90")
        try #require(edited.exitStatus == 0, "\(edited.error)")
        let outcome = try harness.run("export", identifier, "--to", "out", "--as-shown")
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        #expect(try harness.folder.names(in: "out") == ["scan.jpg"])
        let picture = try JPEGCodec.decode(Data(contentsOf: harness.folder.file("out/scan.jpg")))
        #expect(picture.width == 40)
        #expect(picture.height == 60)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `a HEIC of a phone becomes a JPEG of its size`() throws {
        let harness = try CommandHarness()
        let heic = RealMedia.folder.appending(path: "formats/test.heic")
        _ = try harness.folder.write(Data(contentsOf: heic), to: "in/phone.HEIC")
        let imported = try harness.run("import", harness.folder.file("in").path)
        try #require(imported.exitStatus == 0, "\(imported.error)")
        let listed = try #require(try harness.run("list", "--json").objects().first)
        let exported = try harness.run("export", "--all", "--to", "out", "--as-shown")
        #expect(exported.exitStatus == 0, "\(exported.error)")
        #expect(try harness.folder.names(in: "out") == ["phone.jpg"])
        let picture = try JPEGCodec.decode(Data(contentsOf: harness.folder.file("out/phone.jpg")))
        #expect(listed["pixelWidth"] == .number(Double(picture.width)))
        #expect(listed["pixelHeight"] == .number(Double(picture.height)))
    }

    @Test func `originals aren't converted`() throws {
        let harness = try makeLibrary()
        let outcome = try harness.run("export", "--all", "--to", "out", "--as-shown", "--original")
        #expect(outcome.exitStatus != 0)
        #expect(outcome.error.contains("Leave out --as-shown."), "\(outcome.error)")
    }
}
