import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Imaging

/// §10.32: content identifiers that make a photo the photo of a Live Photo.
@Suite struct ContentIdentifierTests {
    private static let identifier = "6B1C7E4A-0F55-4B7C-9E0C-3A5D0F2B8C11"

    private func marked(_ photo: Data, _ identifier: String = identifier) throws -> Data {
        try photo.withUnsafeBytes { try ContentIdentifierWriter.write(identifier, into: $0) }
    }

    /// The bytes of a JPEG from its first scan on.
    private func scan(_ jpeg: Data) throws -> Data {
        let start = try #require(jpeg.firstRange(of: [0xFF, 0xDA]))
        return jpeg[start.lowerBound...]
    }

    @Test func `a photo without EXIF gets the identifier and keeps its pixels`() throws {
        let photo = SampleMedia.jpeg(comment: "plain")
        let result = try marked(photo)
        let probe = try #require(try Probing.picture(result))
        #expect(probe.contentIdentifier == Self.identifier)
        #expect(probe.pixelWidth == 64 && probe.pixelHeight == 48 && probe.damage == nil)
        #expect(try scan(result) == scan(photo))
    }

    @Test func `an identifier replaces the one before`() throws {
        let photo = try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0")
        var result = try marked(photo)
        #expect(try Probing.picture(result)?.contentIdentifier == Self.identifier)
        // Several edits in a row grow the file only by their notes.
        for number in 0..<10 { result = try marked(result, "EDIT-\(number)") }
        #expect(try Probing.picture(result)?.contentIdentifier == "EDIT-9")
        #expect(try scan(result) == scan(photo))
        #expect(result.count < photo.count + 2_000)
    }

    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        .enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)),
        arguments: [
            "metadata/makernotes/Apple.jpg", "metadata/makernotes/Canon.jpg", "metadata/makernotes/IPTC.jpg",
            "metadata/makernotes/ExtendedXMP.jpg", "gps/thompson-springs.jpg", "formats/image-p3.jpg",
            "formats/test.heic", "live-photos/real-pair/IMG_7943.HEIC",
            "live-photos/photokit-pair/test_live.HEIC", "live-photos/jpeg-pair/IMG_0200.JPG",
        ])
    func `exiftool reads the identifier and all other tags`(path: String) throws {
        let original = RealMedia.folder.appending(path: path)
        let folder = try TemporaryFolder()
        let bytes = try Data(contentsOf: original)
        let result = try marked(bytes)
        let file = folder.url.appending(path: original.lastPathComponent)
        try result.write(to: file)
        let text = String(
            decoding: try ExifTool.run("-s3", "-Apple:MediaGroupUUID", "-Apple:ContentIdentifier", file.path),
            as: UTF8.self)
        #expect(text.split(separator: "\n") == [Substring(Self.identifier)])
        let (before, after) = (try ExifTool.carriedTags(of: original), try ExifTool.carriedTags(of: file))
        let isOfApple = before.keys.contains { $0.hasPrefix("MakerNotes:Apple") }
        for (key, value) in before where after[key] != value {
            if key.contains("MediaGroupUUID") || key.contains("ContentIdentifier") { continue }
            if key.hasPrefix("MakerNotes"), !isOfApple { continue }
            Issue.record("\(path): \(key) was \(value) and is \(after[key] ?? "missing")")
        }
        let probe = try #require(try Probing.picture(result, named: original.lastPathComponent))
        #expect(probe.contentIdentifier == Self.identifier && probe.damage == nil)
        let pixels = try [bytes, result].map { photo in
            let rendering = try photo.withUnsafeBytes {
                try ImageRenderer.render($0, RenderRequest(filename: "", sizes: [.longSide(64)]))
            }
            return try #require(rendering).pictures[0].withBytes { Data($0) }
        }
        #expect(pixels[0] == pixels[1])
    }

    @Test func `other formats are refused with the reason`() throws {
        let error = #expect(throws: MediaError.self) { _ = try marked(SampleMedia.png()) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("JPEG or HEIC") == true)
    }

    @Test func `EXIF without room is refused`() throws {
        // A comment of EXIF that fills its segment.
        var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04")
        exif.tags = [SampleMedia.Exif.Tag(.camera, 0x9286, .undefined([UInt8](repeating: 0x41, count: 65_300)))]
        let error = #expect(throws: MediaError.self) { _ = try marked(SampleMedia.jpeg(exif: exif)) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `damaged files are marked or refused without a trap`() throws {
        var generator = SeededGenerator(seed: 21)
        var seeds = [try SampleMedia.livePhotoPicture(contentIdentifier: "A0A0A0A0")]
        if RealMedia.isPresent {
            seeds.append(try Data(contentsOf: RealMedia.folder.appending(path: "live-photos/real-pair/IMG_7943.HEIC")))
        }
        for seed in seeds {
            for _ in 0..<150 {
                var bytes = seed
                for _ in 0..<6 {
                    let index = Int.random(in: 0..<min(bytes.count, 4_000), using: &generator)
                    bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
                do {
                    _ = try marked(bytes)
                } catch {
                    #expect(error is MediaError)
                }
            }
        }
    }
}
