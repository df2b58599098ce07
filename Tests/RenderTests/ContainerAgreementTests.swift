import AlbumenTestSupport
import Foundation
import MediaContainers
import MediaRequests
import MetadataRemoval
import Testing

@testable import Imaging

/// Files that break their format's rules: imports, properties and edits see the same metadata in them, and a copy
/// without a place has none that any of them sees.
@Suite struct ContainerAgreementTests {
    struct Hostile: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file: Data
        var hasPlace = true
        /// Whether the file can be copied without its place. Otherwise, the copy is refused.
        var isCopied = true
    }

    private static let exif = ExifBlock.bytes(
        SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04", latitude: 38.7931, longitude: -9.3905))

    /// Returns whether an import, the properties and an edit see a place.
    private func places(_ file: Data) -> [Bool] {
        file.withUnsafeBytes { bytes in
            let probe = try? ImageProber.probe(bytes, filename: "file")
            let description = try? ImageDescriber.describe(bytes, filename: "file")
            let carried = MetadataBlocks(of: bytes).exif ?? []
            return [
                probe?.location != nil, description?.images.first?["{GPS}"] != nil,
                carried.withUnsafeBytes { ExifProperties.read(ByteView($0)) }["{GPS}"] != nil,
            ]
        }
    }

    private func check(_ hostile: Hostile) throws {
        #expect(places(hostile.file) == [Bool](repeating: hostile.hasPlace, count: 3))
        do {
            let copy = try RemovalSample.cleaned(hostile.file, .location)
            #expect(hostile.isCopied)
            #expect(places(copy) == [false, false, false])
        } catch let error as MediaError {
            #expect(!hostile.isCopied, "\(error)")
            #expect([.unreadable, .unsupported].contains(error.code))
        }
    }

    // MARK: JPEG

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + SampleMedia.bigEndian16(content.count + 2) + content
    }

    private static let exifSegment = segment(0xE1, Array("Exif\0\0".utf8) + exif)

    /// - Parameter inserted: The bytes before the segment with the place.
    private static func jpeg(
        _ name: String, _ inserted: [UInt8], hasPlace: Bool = true, isCopied: Bool = true
    ) -> Hostile {
        let file = SampleMedia.jpeg()
        return Hostile(
            testDescription: name, file: file.prefix(2) + Data(inserted + exifSegment) + file.dropFirst(2),
            hasPlace: hasPlace, isCopied: isCopied)
    }

    private static let jpegs: [Hostile] = [
        jpeg("nothing", []), jpeg("fill bytes", [0xFF, 0xFF, 0xFF]), jpeg("zeros", [0xFF, 0xE5, 0, 2, 0, 0, 0]),
        jpeg("text", [0xFF, 0xE5, 0, 2] + Array("text".utf8)),
        jpeg("0xFF as a sample", [0xFF, 0xE5, 0, 2, 0xFF, 0, 1]),
        jpeg("a restart", [0xFF, 0xD3]), jpeg("TEM", [0xFF, 0x01]), jpeg("an empty segment", segment(0xE1, [])),
        jpeg("a reserved marker", segment(0x02, [1, 2])), jpeg("a comment", segment(0xFE, [1])),
        jpeg("application data of length 0", [0xFF, 0xE5, 0, 0], isCopied: false),
        jpeg("application data of length 1", [0xFF, 0xE5, 0, 1], isCopied: false),
        jpeg("a comment of length 0", [0xFF, 0xFE, 0, 0], isCopied: false),
        jpeg("an empty table", [0xFF, 0xDB, 0, 0], hasPlace: false, isCopied: false),
        jpeg("another picture's end", [0xFF, 0xD9], hasPlace: false),
        jpeg("a segment beyond the end", [0xFF, 0xE5, 0xFF, 0xFF], hasPlace: false, isCopied: false),
        Hostile(
            testDescription: "place behind the scan",
            file: SampleMedia.jpeg().dropLast(2) + Data(exifSegment + [0xFF, 0xD9]), hasPlace: false),
        Hostile(
            testDescription: "place behind the end", file: SampleMedia.jpeg() + Data(exifSegment), hasPlace: false),
    ]

    @Test("a JPEG's place is seen and removed alike", arguments: jpegs)
    func jpeg(_ hostile: Hostile) throws {
        try check(hostile)
    }

    @Test func `a JPEG cut off anywhere shows no place that a copy keeps`() throws {
        let file = Self.jpegs[0].file
        for length in 4..<file.count {
            let cut = Data(file.prefix(length))
            guard let copy = try? RemovalSample.cleaned(cut, .location) else { continue }
            #expect(!places(copy).contains(true), "\(length) bytes")
        }
    }

    // MARK: PNG

    private static func chunk(_ type: String, _ content: [UInt8], isValid: Bool = true) -> [UInt8] {
        let body = Array(type.utf8) + content
        let checksum = Int(Checksum.crc32(body)) ^ (isValid ? 0 : 1)
        return SampleMedia.bigEndian32(content.count) + body + SampleMedia.bigEndian32(checksum)
    }

    /// - Parameter inserted: The bytes before the pixels.
    private static func png(
        _ name: String, _ inserted: [UInt8], behind: [UInt8] = [], hasPlace: Bool = true, isCopied: Bool = true
    ) -> Hostile {
        let file = SampleMedia.png()
        let inserted = file.prefix(33) + Data(inserted) + file.dropFirst(33)
        return Hostile(
            testDescription: name, file: inserted.dropLast(12) + Data(behind) + inserted.suffix(12), hasPlace: hasPlace,
            isCopied: isCopied)
    }

    private static let place = chunk("eXIf", exif)
    private static let pngs: [Hostile] = [
        png("before the pixels", place), png("behind the pixels", [], behind: place),
        png("behind unknown chunks", chunk("abCd", [1]) + place), png("twice", place + place),
        png("a huge length", [0xFF, 0xFF, 0xFF, 0xFF] + Array("abCd".utf8) + place, hasPlace: false, isCopied: false),
        Hostile(testDescription: "behind the end", file: SampleMedia.png() + Data(place), hasPlace: false),
    ]

    @Test("a PNG's place is seen and removed alike", arguments: pngs)
    func png(_ hostile: Hostile) throws {
        try check(hostile)
    }

    @Test func `a PNG whose chunks have wrong types or checksums isn't copied`() throws {
        for inserted in [Self.chunk("a?Cd", [1]) + Self.place, Self.chunk("eXIf", Self.exif, isValid: false)] {
            #expect(throws: MediaError.self) {
                try RemovalSample.cleaned(Self.png("", inserted).file, .location)
            }
        }
    }

    // MARK: WebP

    private static func webp(_ name: String, _ chunks: [UInt8], size: Int? = nil, hasPlace: Bool = true) -> Hostile {
        let header: [UInt8] = [0x0A, 0, 0, 0, 63, 0, 0, 47, 0, 0]
        let picture: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 48, 0] + [UInt8](repeating: 0, count: 60)
        let own = riffChunk("VP8X", header) + riffChunk("VP8 ", picture)
        let content = Array("WEBP".utf8) + own + chunks
        let length = SampleMedia.littleEndian32(size.map { $0 + 4 + own.count } ?? content.count)
        return Hostile(testDescription: name, file: Data(Array("RIFF".utf8) + length + content), hasPlace: hasPlace)
    }

    /// - Parameter excess: The number of bytes that the chunk claims and doesn't have.
    private static func riffChunk(_ type: String, _ content: [UInt8], excess: Int = 0) -> [UInt8] {
        Array(type.utf8) + SampleMedia.littleEndian32(content.count + excess) + content
            + (content.count % 2 == 1 ? [0] : [])
    }

    private static let webps: [Hostile] = [
        webp("a chunk", riffChunk("EXIF", exif)),
        webp("behind an odd chunk", riffChunk("abcd", [1]) + riffChunk("EXIF", exif)),
        webp("with the mark of JPEG", riffChunk("EXIF", Array("Exif\0\0".utf8) + exif)),
        webp("behind the stated size", riffChunk("EXIF", exif), size: 0, hasPlace: false),
        webp("a chunk beyond the end", riffChunk("EXIF", exif, excess: 100)),
        webp(
            "behind a chunk beyond the end", riffChunk("abcd", [1, 2], excess: 1000) + riffChunk("EXIF", exif),
            hasPlace: false),
    ]

    @Test("a WebP's place is seen and removed alike", arguments: webps)
    func webp(_ hostile: Hostile) throws {
        try check(hostile)
    }

    @Test func `a copy of a WebP that is cut short keeps its pixels`() throws {
        // Within the picture's chunk.
        let file = Self.webp("", Self.riffChunk("EXIF", Self.exif)).file.prefix(70)
        #expect(try RemovalSample.cleaned(file, .location) == file)
    }

    // MARK: TIFF

    private static func block(_ changes: (offset: Int, bytes: [UInt8])...) -> [UInt8] {
        var block = exif
        for change in changes {
            block.replaceSubrange(change.offset..<change.offset + change.bytes.count, with: change.bytes)
        }
        return block
    }

    private static func jpeg(exif: [UInt8], _ name: String, hasPlace: Bool = true) -> Hostile {
        let file = SampleMedia.jpeg()
        let segment = segment(0xE1, Array("Exif\0\0".utf8) + exif)
        return Hostile(
            testDescription: name, file: file.prefix(2) + Data(segment) + file.dropFirst(2), hasPlace: hasPlace)
    }

    /// The main directory has four entries: the camera's maker and model, and the directories of EXIF and of the place.
    private static let blocks: [Hostile] = [
        jpeg(exif: exif, "nothing"), jpeg(exif: block((58, [8, 0, 0, 0])), "a directory that follows itself"),
        jpeg(exif: block((58, [0xFF, 0xFF, 0xFF, 0xFF])), "a next directory beyond the end"),
        jpeg(exif: block((42, [8, 0, 0, 0])), "a directory inside itself"),
        jpeg(exif: block((14, [0xFF, 0xFF, 0xFF, 0xFF])), "a value of 4 GB"),
        jpeg(exif: block((12, [99, 0])), "an unknown type"),
        jpeg(exif: block((8, [0, 0])), "an empty directory", hasPlace: false),
        jpeg(exif: block((4, [4, 0, 0, 0])), "a directory in the header", hasPlace: false),
        jpeg(exif: block((4, [0xFF, 0xFF, 0xFF, 0xFF])), "a first directory beyond the end", hasPlace: false),
        jpeg(exif: block((54, [0xFF, 0xFF, 0xFF, 0xFF])), "a place's directory beyond the end", hasPlace: false),
    ]

    @Test("the place in damaged directories is seen and removed alike", arguments: blocks)
    func directories(_ hostile: Hostile) throws {
        try check(hostile)
    }

    // MARK: GIF

    @Test func `a GIF cut off anywhere keeps no part of its comment`() throws {
        let text = Array(RemovalSample.placeText.utf8)
        // A comment that looks like an image whose data are the text.
        let image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, UInt8(text.count)] + text + [0]
        let comment = image + [UInt8](repeating: 0x20, count: 60)
        let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
        let file = Data(header + [0x21, 0xFE, UInt8(comment.count)] + comment + [0, 0x3B])
        for length in 13...file.count {
            let copy = try RemovalSample.cleaned(Data(file.prefix(length)), .location)
            #expect(copy.range(of: RemovalSample.place) == nil, "\(length) bytes")
        }
    }
}
