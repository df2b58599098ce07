import AlbumenTestSupport
import Foundation
import MediaRequests
import MetadataRemoval
import Testing

/// Files with a place whose bytes occur nowhere else.
enum RemovalSample {
    static let placeText = "Sintra-7731"
    static let place = Data(placeText.utf8)

    /// Returns a copy without metadata, and checks that a second removal finds nothing.
    static func cleaned(_ file: Data, _ removed: RemovedMetadata) throws -> Data {
        let copy = try changed(file, removed)
        #expect(try changed(copy, removed) == copy)
        return copy
    }

    private static func changed(_ file: Data, _ removed: RemovedMetadata) throws -> Data {
        var bytes = [UInt8](file)
        let changes = try bytes.withUnsafeBytes { try MetadataRemoval.changes(of: $0, removing: removed) }
        for change in changes {
            for position in change.range { bytes[position] = change.byte(at: position) }
        }
        return Data(bytes)
    }

    static func chunk(_ type: String, _ text: String) -> Data {
        let body = Array((type + text).utf8)
        return Data(
            SampleMedia.bigEndian32(text.utf8.count) + body + SampleMedia.bigEndian32(Int(Checksum.crc32(body))))
    }

    private static func box(_ type: String, _ content: Data) -> Data {
        Data(SampleMedia.bigEndian32(content.count + 8) + Array(type.utf8)) + content
    }

    /// Returns a `meta` box in the form of iTunes.
    static func metadataBox(cover: Data, kind: Int) -> Data {
        let handler = box(
            "hdlr", Data([UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)))
        let data = box("data", Data(SampleMedia.bigEndian32(kind) + [0, 0, 0, 0]) + cover)
        return box("meta", Data([0, 0, 0, 0]) + handler + box("ilst", box("covr", data)))
    }

    /// A JPEG with the place in each of its carriers.
    static let jpeg: Data = {
        let packet = SampleMedia.xmpPacket(
            [("xmp:Rating", "4"), ("photoshop:City", placeText)], elements: "<dc:coverage>\(placeText)</dc:coverage>")
        let file = SampleMedia.jpeg(comment: placeText, xmp: packet, iptc: [(90, placeText), (80, "Author")])
        let block = exif
        let segment = Array("Exif\0\0".utf8) + block
        return file.prefix(2) + Data([0xFF, 0xE1] + SampleMedia.bigEndian16(segment.count + 2) + segment)
            + file.dropFirst(2) + place
    }()

    static let png: Data = {
        let file = SampleMedia.png(texts: [("Author", "Author"), ("Comment", placeText), ("Place", placeText)])
        let end = file.count - 12
        let body = Array("eXIf".utf8) + exif
        let exifChunk = Data(
            SampleMedia.bigEndian32(exif.count) + body + SampleMedia.bigEndian32(Int(Checksum.crc32(body))))
        return file[..<end] + exifChunk + chunk("plAc", placeText) + file[end...] + place
    }()

    /// A block with a maker, and a directory of a place with a text.
    private static let exif: [UInt8] = {
        let text = Array(placeText.utf8) + [0]
        var block: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2]
        block += [0x01, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38]
        block += [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 44]
        block += [0, 0, 0, 0] + Array("Canon\0".utf8)
        block += [0, 1, 0, 0x1C, 0, 2] + SampleMedia.bigEndian32(text.count) + [0, 0, 0, 62, 0, 0, 0, 0]
        return block + text
    }()
}
