import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

@testable import Imaging

/// The metadata of renderings, as exiftool reads it.
@Suite struct CarriedMetadataTests {
    /// Small intact files with metadata of many cameras and programs.
    static let files = [
        "orientation-jpeg/Landscape_6.jpg", "bursts/burst-A/IMG_0101.JPG", "dates/old_photo.jpg",
        "gps/thompson-springs.jpg", "formats/image-p3.jpg", "formats/test.heic", "formats/exif.png",
        "formats/test.tiff", "formats/test.webp", "formats/test.avif", "formats/png_with_faces_and_dates.png",
        "heic/IMG_8062.HEIC", "metadata/digikam.jpg", "metadata/exiftool.jpg", "metadata/picasa.jpg",
        "metadata/mongolels.jpg",
        "metadata/makernotes/Apple.jpg", "metadata/makernotes/Canon.jpg", "metadata/makernotes/ExtendedXMP.jpg",
        "metadata/makernotes/GPS.jpg", "metadata/makernotes/Google.jpg", "metadata/makernotes/IPTC.jpg",
        "metadata/makernotes/MWG.jpg", "metadata/makernotes/Nikon.jpg", "metadata/makernotes/XMP.jpg",
    ]

    private func carried(_ original: Data, width: Int = 20, height: Int = 10) throws -> Data {
        let rendering = try JPEGCodec.encode(SampleBitmap.gradient(width: width, height: height), quality: 90)
        return try original.withUnsafeBytes {
            try CarriedMetadata.carry(from: $0, intoJPEG: rendering, width: width, height: height)
        }
    }

    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        .enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)), arguments: files)
    func `a rendering has the tags of its original`(path: String) throws {
        let original = RealMedia.folder.appending(path: path)
        let folder = try TemporaryFolder()
        let jpeg = folder.url.appending(path: "rendering.jpg")
        try carried(Data(contentsOf: original)).write(to: jpeg)
        let (before, after) = (try ExifTool.carriedTags(of: original), try ExifTool.carriedTags(of: jpeg))
        for (key, value) in before where after[key] != value {
            Issue.record("\(path): \(key) was \(value) and is \(after[key] ?? "missing")")
        }
        let others = after.keys.filter { before[$0] == nil }
        #expect(others.isEmpty, "\(others)")
        let probe = try #require(try Data(contentsOf: jpeg).withUnsafeBytes { try ImageProber.probe($0, filename: "") })
        #expect(probe.orientation == 1 && probe.pixelWidth == 20 && probe.pixelHeight == 10)
        let sizes = String(
            decoding: try ExifTool.run(
                "-s3", "-a", "-n", "-Orientation", "-ThumbnailImage", "-ExifImageWidth", "-XMP:PixelXDimension",
                jpeg.path), as: UTF8.self)
        #expect(Set(sizes.split(separator: "\n")).isSubset(of: ["1", "20"]), "\(sizes)")
    }

    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        .enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)))
    func `a rendering of a raw file has the camera's tags`() throws {
        let original = RealMedia.folder.appending(path: "raw/raw-jpeg-pair/PXL_20240704.dng")
        let folder = try TemporaryFolder()
        let jpeg = try folder.write(carried(Data(contentsOf: original)), to: "rendering.jpg")
        let (before, after) = (try ExifTool.carriedTags(of: original), try ExifTool.carriedTags(of: jpeg))
        // The other tags of these directories describe raw pixels and their colours.
        let kept = Set(["Make", "Model", "Software", "ModifyDate"].map { "EXIF:IFD0:" + $0 })
        let tags = before.filter { key, _ in
            kept.contains(key) || !(key.hasPrefix("EXIF:IFD0:") || key.hasPrefix("EXIF:SubIFD:"))
        }
        #expect(tags.count > 50)
        for (key, value) in tags where after[key] != value {
            Issue.record("\(key) was \(value) and is \(after[key] ?? "missing")")
        }
        let others = after.keys.filter { before[$0] == nil }
        #expect(others.isEmpty, "\(others)")
    }

    @Test(.enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)))
    func `XMP above 64 KB of a PNG continues in segments of its own`() throws {
        let instructions = String(repeating: "lang ", count: 20_000) + "end"
        let packet = SampleMedia.xmpPacket(
            [("xmp:Rating", "4"), ("photoshop:Instructions", instructions), ("photoshop:City", "Wien")],
            elements: "<dc:subject><rdf:Bag><rdf:li>eins</rdf:li><rdf:li>zwei</rdf:li></rdf:Bag></dc:subject>")
        let folder = try TemporaryFolder()
        let png = try folder.write(SampleMedia.png(texts: [("XML:com.adobe.xmp", packet)]), to: "original.png")
        let jpeg = try folder.write(carried(Data(contentsOf: png)), to: "rendering.jpg")
        let before = try ExifTool.carriedTags(of: png)
        var after = try ExifTool.carriedTags(of: jpeg)
        #expect(after.removeValue(forKey: "XMP:XMP-xmpNote:HasExtendedXMP")?.utf8.count == 32)
        #expect(before["XMP:XMP-photoshop:City"] == "Wien" && before.count >= 4)
        #expect(after.keys.sorted() == before.keys.sorted())
        for (key, value) in before {
            // The values are too long for a message.
            let isSame = after[key] == value
            #expect(isSame, "\(key)")
        }
    }

    @Test func `the namespaces of a file don't change the metadata of the next one`() throws {
        let known = "http://ns.adobe.com/exif/1.0/"
        // exiv2 writes the XMP of a PNG anew.
        func namespace(with original: String) throws -> Substring {
            let packet = SampleMedia.xmpPacket([("exif:ExifVersion", "0221")]).replacing(known, with: original)
            let png = SampleMedia.png(texts: [("XML:com.adobe.xmp", packet)])
            let text = String(decoding: try carried(png), as: UTF8.self)
            return try #require(text.firstMatch(of: /xmlns:exif="([^"]*)"/)).output.1
        }
        #expect(try namespace(with: known) == known)
        #expect(try namespace(with: "http://example.com/exif/") == "http://example.com/exif/")
        #expect(try namespace(with: known) == known)
    }

    @Test func `the thumbnail of the original isn't in the rendering`() throws {
        let thumbnail = try JPEGCodec.encode(SampleBitmap.plain(width: 16, height: 16, red: 255), quality: 80)
        // A main directory without tags, one for the thumbnail, and the thumbnail.
        var block = Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 14, 0, 0, 0, 2, 0])
        func entry(_ tag: UInt16, _ value: Int) -> [UInt8] {
            [UInt8(tag & 255), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0]
                + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        block += entry(0x0201, 44) + entry(0x0202, thumbnail.count) + [0, 0, 0, 0]
        #expect(block.count == 44)
        block += thumbnail
        let exif = try #require(ExifBlock(Array(block)))
        let result = exif.carried(CarriedSize(width: 1, height: 1))
        #expect(result.count == 44)
        #expect(Array(result[10..<14]) == [0, 0, 0, 0])
    }

    @Test func `invalid blocks are carried without a trap`() throws {
        var generator = SeededGenerator(seed: 20)
        let photograph = try SampleMedia.photograph(width: 40, height: 30)
        for _ in 0..<200 {
            var bytes = photograph
            for _ in 0..<8 {
                let index = Int.random(in: 2..<min(bytes.count, 600), using: &generator)
                bytes[index] = .random(in: 0...255, using: &generator)
            }
            let result = try carried(bytes)
            #expect(result.starts(with: [0xFF, 0xD8]) && (try? JPEGCodec.decode(result)) != nil)
        }
    }

    @Test func `an original without metadata leaves the rendering as it is`() throws {
        let rendering = try JPEGCodec.encode(SampleBitmap.gradient(width: 20, height: 10), quality: 90)
        for original in [Data("no picture".utf8), Data(), try PNGCodec.encode(SampleBitmap.plain(width: 2, height: 2))]
        {
            #expect(try carried(original) == rendering)
        }
    }

    @Test func `XMP keeps its bytes except for the orientation and the size`() {
        let packet = """
            <?xpacket begin=""?><rdf:Description tiff:Orientation="6" exif:PixelXDimension = '4032'>
            <exif:PixelYDimension>3024</exif:PixelYDimension><tiff:ImageWidth>wide</tiff:ImageWidth>
            </rdf:Description><?xpacket end="w"?>
            """
        let result = XMPPacket(Array(packet.utf8)).carried(CarriedSize(width: 20, height: 10)).segments
        let text = String(decoding: result.joined().dropFirst(4 + JPEGSegments.xmpMark.count), as: UTF8.self)
        #expect(
            text
                == packet.replacing("\"6\"", with: "\"1\"").replacing("4032", with: "20").replacing("3024", with: "10"))
    }
}
