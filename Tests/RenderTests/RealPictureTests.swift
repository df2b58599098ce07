import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// Every picture of the collection that other programs decode.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealPictureTests {
    private static let largestDistance = 6

    /// What another program makes of a file, where that is known to be something else.
    private static func knownDifferences() throws -> [String: [String: String]] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("PictureDifferences.tsv")
        let rows = try TabSeparatedTable.rows(of: file).compactMap { row in row["path"].map { ($0, row) } }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    @Test("each picture has the probed size and matches another program")
    func likeness() throws {
        let known = try Self.knownDifferences()
        var count = 0
        for row in try RealMedia.facts()
        where row["decodes"] == "yes" && row["media"] != "video" && row["media"] != "sidecar" {
            let path = try #require(row["path"])
            guard known[path]?["fact"] != "refused" else { continue }
            let file = try Rendered.file(path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard let size = try Rendered.probedSize(file, named: name) else { continue }
            let upright = try Rendered.picture(file, named: name, .longSide(256))
            #expect(upright.size == size.fitting(longSide: 256), "\(path)")
            guard let told = row["dhash"].flatMap({ DifferenceHash(hexadecimal: $0) }) else { continue }
            // The manifest's are of the pictures as stored.
            let stored = try #require(
                try Rendered.rendering(file, named: name, [.longSide(256)], keepsStoredOrientation: true)?.pictures
                    .first)
            let distance = DifferenceHash(stored).distance(to: told)
            if let difference = known[path], difference["fact"] == "likeness" {
                #expect(distance > Self.largestDistance, "\(path) no longer differs: remove it from the list")
            } else {
                #expect(distance <= Self.largestDistance, "\(path)")
            }
            count += 1
        }
        #expect(count > 170)
    }

    @Test func `each corrupt file is decoded or refused with a reason`() throws {
        let folder = RealMedia.folder.appendingPathComponent("corrupt")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count > 20)
        for name in names {
            let file = try Rendered.file("corrupt/\(name)")
            for source in [RenderRequest.Source.picture, .preview] {
                HostilePictureTests.expectAnswer(
                    file, named: name, [.longSide(1440), .longSide(256)], source: source)
            }
        }
    }

    @Test(
        "a file with random bytes results in a picture or an error",
        arguments: [
            "formats/test.avif", "formats/test.webp", "formats/exif.png", "formats/test.tiff",
            "formats/pil_sample_cmyk.jpg",
            "formats/progressive.jpeg", "metadata/digikam.jpg", "orientation-heif/orientation6.heic",
        ])
    func flips(_ path: String) throws {
        let original = try Rendered.file(path)
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            var data = original
            for _ in 0..<8 {
                data[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            HostilePictureTests.expectAnswer(data, named: path, [.longSide(256)])
        }
    }
}
