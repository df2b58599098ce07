import AlbumenTestSupport
import Foundation

/// Pictures that have all of their containers and nothing of their pixels: a prober needs no more.
enum HeaderOnlyMedia {
    // MARK: WebP

    static func webp(_ chunks: [UInt8]...) -> Data {
        let content = Array("WEBP".utf8) + chunks.flatMap { $0 }
        return Data(Array("RIFF".utf8) + SampleMedia.littleEndian32(content.count) + content)
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = content.count.isMultiple(of: 2) ? [] : [0]
        return Array(type.utf8) + SampleMedia.littleEndian32(content.count) + content + padding
    }

    static func extendedHeader(width: Int, height: Int) -> [UInt8] {
        let size = [width - 1, height - 1].flatMap { SampleMedia.littleEndian32($0)[..<3] }
        return chunk("VP8X", [0x0A, 0, 0, 0] + size)
    }

    static func lossyPicture(width: Int, height: Int) -> [UInt8] {
        let size = SampleMedia.littleEndian16(width) + SampleMedia.littleEndian16(height)
        return chunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + size + [UInt8](repeating: 0, count: 61))
    }

    static func losslessPicture(width: Int, height: Int) -> [UInt8] {
        chunk("VP8L", [0x2F] + SampleMedia.littleEndian32(width - 1 | (height - 1) << 14) + [0, 0, 0])
    }

    // MARK: TIFF

    /// Grey, of one strip and one byte a pixel.
    ///
    /// - Parameter pixelCount: how many pixels there are in truth.
    static func tiff(width: Int, height: Int, orientation: Int = 1, pixelCount: Int) -> Data {
        let entries = [
            (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8 + 2 + 9 * 12 + 4), (274, orientation),
            (278, height), (279, width &* height),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + SampleMedia.littleEndian16(entries.count)
        for (tag, number) in entries {
            bytes += SampleMedia.littleEndian16(tag) + SampleMedia.littleEndian16(4)
            bytes += SampleMedia.littleEndian32(1) + SampleMedia.littleEndian32(number)
        }
        return Data(bytes + SampleMedia.littleEndian32(0) + [UInt8](repeating: 0, count: pixelCount))
    }

    // MARK: HEIF

    /// - Parameters:
    ///   - quarterTurns: against the clock, as the container turns the picture.
    ///   - orientation: what EXIF says.
    static func heic(width: Int, height: Int, quarterTurns: UInt8 = 0, orientation: UInt16? = nil) -> Data {
        let start = SampleMedia.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let coded = [UInt8](repeating: 0, count: 64)
        var exif = SampleMedia.Exif()
        exif.orientation = orientation
        let metadata = orientation == nil ? [] : SampleMedia.bigEndian32(0) + ExifBlock.bytes(exif)
        func meta(_ mediaOffset: Int) -> [UInt8] {
            let size = SampleMedia.fullBox("ispe", SampleMedia.bigEndian32(width) + SampleMedia.bigEndian32(height))
            // Eight bits a channel, colour at half size, and no parameter sets.
            let coding: [UInt8] = [
                1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 0,
            ]
            let properties = SampleMedia.box(
                "ipco", size + SampleMedia.box("irot", [quarterTurns]) + SampleMedia.box("hvcC", coding))
            let associations = SampleMedia.fullBox("ipma", SampleMedia.bigEndian32(1) + [0, 1, 3, 1, 0x82, 0x83])
            let locations =
                location(1, mediaOffset, coded.count)
                + (metadata.isEmpty ? [] : location(2, mediaOffset + coded.count, metadata.count))
            let count = SampleMedia.bigEndian16(metadata.isEmpty ? 1 : 2)
            let items = item(1, "hvc1") + (metadata.isEmpty ? [] : item(2, "Exif"))
            // The metadata describes the picture.
            let reference = SampleMedia.fullBox("iref", SampleMedia.box("cdsc", [0, 2, 0, 1, 0, 1]))
            return SampleMedia.fullBox(
                "meta",
                SampleMedia.fullBox("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                    + SampleMedia.fullBox("pitm", [0, 1])
                    + SampleMedia.fullBox("iloc", [0x44, 0] + count + locations)
                    + SampleMedia.fullBox("iinf", count + items)
                    + (metadata.isEmpty ? [] : reference)
                    + SampleMedia.box("iprp", properties + associations))
        }
        let mediaOffset = start.count + meta(0).count + 8
        return Data(start + meta(mediaOffset) + SampleMedia.box("mdat", coded + metadata))
    }

    private static func location(_ item: Int, _ offset: Int, _ length: Int) -> [UInt8] {
        SampleMedia.bigEndian16(item) + [0, 0, 0, 1] + SampleMedia.bigEndian32(offset)
            + SampleMedia.bigEndian32(length)
    }

    private static func item(_ identifier: Int, _ type: String) -> [UInt8] {
        SampleMedia.fullBox("infe", version: 2, SampleMedia.bigEndian16(identifier) + [0, 0] + Array(type.utf8) + [0])
    }

    // MARK: Others

    /// Of 24 bits a pixel.
    static func bitmap(width: Int, height: Int) -> Data {
        let pixels = [UInt8](repeating: 0, count: (width * 3 + 3) / 4 * 4 * abs(height))
        let start: [UInt8] = Array("BM".utf8) + SampleMedia.littleEndian32(54 + pixels.count) + [0, 0, 0, 0]
        let header = SampleMedia.littleEndian32(40) + SampleMedia.littleEndian32(width)
        let rest: [UInt8] = [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
        return Data(
            start + SampleMedia.littleEndian32(54) + header + SampleMedia.littleEndian32(height) + rest + pixels)
    }

    static func photoshop(width: Int, height: Int) -> Data {
        let size = SampleMedia.bigEndian32(height) + SampleMedia.bigEndian32(width)
        let header: [UInt8] = Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3] + size + [0, 8, 0, 3]
        return Data(header + [UInt8](repeating: 0, count: 14))
    }

    static func jpeg2000(width: Int, height: Int) -> Data {
        let size = SampleMedia.bigEndian32(height) + SampleMedia.bigEndian32(width)
        let header = SampleMedia.box("jp2h", SampleMedia.box("ihdr", size + [0, 3, 7, 7, 0, 0]))
        let mark = SampleMedia.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
        let type = SampleMedia.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
        return Data(mark + type + header + SampleMedia.box("jp2c", [UInt8](repeating: 0, count: 32)))
    }
}
