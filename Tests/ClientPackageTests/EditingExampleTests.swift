import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The programs of `Examples/Crop`, `Examples/Grey` and `Examples/Filter`, run on a library with one photo.
@Suite struct EditingExampleTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private let photo: Data

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
        photo = try SampleMedia.photograph(width: 160, height: 120)
        let file = try folder.write(photo, to: "Pier.JPG")
        try temporary.importPaths([file.path(percentEncoded: false)])
    }

    @Test("§6.1, seed map 327: a cropped JPEG becomes the photo, and the original stays")
    func crop() async throws {
        let lines = try await run("Crop", confirmation: "allow")
        #expect(
            lines == [
                "160 × 120, not edited", "  Pier.JPG", "cropped: 120 pixels", "saved: done", "120 × 120, edited",
                "  Pier.JPG", "  FullSizeRender.jpg", "  Adjustments.plist",
            ])
        #expect(try bytes(.original) == photo)
        let cropped = try JPEGCodec.decode(try bytes(.current))
        #expect(cropped.width == 120 && cropped.height == 120)
    }

    @Test("if the user declines, the error is 3072 and nothing changes")
    func refused() async throws {
        let lines = try await run("Crop", confirmation: "deny")
        #expect(
            lines.dropFirst(3) == [
                "saved: failed, PHPhotosErrorDomain 3072", "160 × 120, not edited", "  Pier.JPG",
            ])
        #expect(try bytes(.current) == photo)
    }

    @Test("seed map 259: a photo becomes grey pixel by pixel, twice from the original, and is reverted")
    func grey() async throws {
        let steps = [
            "  input: Pier.JPG", "grey: done", "  recipe: grey, own", "  input: Pier.JPG", "grey again: done",
            "format is the photo's identifier: true",
        ]
        #expect(try await run("Grey", ["keep"], confirmation: "allow") == steps)
        let grey = try JPEGCodec.decode(try bytes(.current))
        #expect(grey.width == 160 && grey.height == 120)
        grey.withBytes { pixels in
            for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index] != pixels[index + 1] {
                Issue.record("The pixel \(index / 4) isn't grey.")
                return
            }
        }
        let reverted = [
            "  recipe: grey, own", "  input: Pier.JPG", "grey: done", "  recipe: grey, own", "  input: Pier.JPG",
            "grey again: done", "format is the photo's identifier: true", "revert: done", "edited: false",
        ]
        #expect(try await run("Grey", confirmation: "allow") == reverted)
        #expect(try bytes(.current) == photo)
    }

    @Test("§6.1: a named filter is committed and replaced, the photo is marked as a favorite and reverted")
    func filter() async throws {
        let lines = try await run("Filter", confirmation: "allow")
        #expect(
            lines == [
                "  changed: content", "sepia: done", "  changed: content", "chrome: done",
                "  filter: CIPhotoEffectChrome", "  changed: properties", "favorite: done", "  edited, favorite",
                "  changed: content", "revert: done", "  original, favorite",
            ])
        #expect(try bytes(.current) == photo)
    }

    @Test(
        "§6.6: the same filters are committed, replaced and reverted for a video and a Live Photo",
        .enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)), arguments: ["video", "live"])
    func filterWhatMoves(kind: String) async throws {
        let source = folder.file("Clip.MOV")
        try #require(
            try FFmpeg.run([
                "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-c:v", "libx264", "-pix_fmt", "yuv420p",
                "-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.content.identifier=A0A0A0A0",
                source.path,
            ]))
        var files = [source]
        if kind == "live" {
            let picture = try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0", width: 64, height: 48)
            files.append(try folder.write(picture, to: "Clip.JPG"))
        }
        try temporary.importPaths(files.map { $0.path(percentEncoded: false) })
        let lines = try await run("Filter", [kind], confirmation: "allow")
        #expect(
            lines == [
                "  changed: content", "sepia: done", "  changed: content", "chrome: done",
                "  filter: CIPhotoEffectChrome", "  changed: properties", "favorite: done", "  edited, favorite",
                "  changed: content", "revert: done", "  original, favorite",
            ])
    }

    private func bytes(_ version: AssetVersion) throws -> Data {
        let library = temporary.library
        let asset = try #require(try library.catalog.read { try $0.assets(after: 0, limit: 1) }.first)
        let source = try library.owner.pictureSource(of: asset, version: version)
        return try library.blobs.read(source.digest, atMost: 64 << 20)
    }

    private func run(_ name: String, _ arguments: [String] = [], confirmation: String) async throws -> [String] {
        let outcome = try await ClientPackageTests.builtPackage().run(
            name, arguments,
            environment: [
                "ALBUMEN_ACCESS": "authorized", "ALBUMEN_CONFIRM": confirmation,
                "ALBUMEN_LIBRARY": temporary.folder.path,
            ])
        #expect(outcome.exitStatus == 0)
        #expect(outcome.error.isEmpty, "\(outcome.error)")
        return outcome.outputLines
    }
}
