package import Foundation

/// Small valid photos, made of nothing but code. Two with another comment differ in bytes and in nothing else.
package enum SampleMedia {
    /// What a camera would tell in a picture's EXIF block.
    package struct Exif: Sendable {
        package var make: String? = "Albumen"
        package var model: String? = "Sample 1"
        /// As EXIF writes it: `2024:05:07 09:33:04`.
        package var dateTimeOriginal: String?
        /// As in `+08:00`.
        package var offsetTimeOriginal: String?
        /// Digits behind the point of the second.
        package var subSecTimeOriginal: String?
        /// Degrees, north and east positive.
        package var latitude: Double?
        package var longitude: Double?
        /// 1 to 8.
        package var orientation: UInt16?

        package init() {}

        package init(
            dateTimeOriginal: String?, offsetTimeOriginal: String? = nil, subSecTimeOriginal: String? = nil,
            latitude: Double? = nil, longitude: Double? = nil
        ) {
            self.dateTimeOriginal = dateTimeOriginal
            self.offsetTimeOriginal = offsetTimeOriginal
            self.subSecTimeOriginal = subSecTimeOriginal
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// A grey baseline JPEG that decodes to every one of its pixels.
    ///
    /// One Huffman code of one bit says "as before", another "rest is zero": two bits a block.
    package static func jpeg(
        width: Int = 64, height: Int = 48, comment: String? = nil, exif: Exif? = nil
    ) -> Data {
        var data = Data([0xFF, 0xD8])
        func segment(_ marker: UInt8, _ content: Data) {
            data += [0xFF, marker] + bigEndian16(content.count + 2) + content
        }
        if let exif { segment(0xE1, Data("Exif\0\0".utf8) + ExifBlock.data(exif)) }
        if let comment { segment(0xFE, Data(comment.utf8)) }
        segment(0xDB, Data([0] + [UInt8](repeating: 16, count: 64)))
        segment(0xC0, Data([8] + bigEndian16(height) + bigEndian16(width) + [1, 1, 0x11, 0]))
        for tableClass: UInt8 in [0x00, 0x10] {
            segment(0xC4, Data([tableClass, 1] + [UInt8](repeating: 0, count: 15) + [0]))
        }
        segment(0xDA, Data([1, 1, 0x00, 0, 63, 0]))
        let bits = ((width + 7) / 8) * ((height + 7) / 8) * 2
        data += Data(count: bits / 8)
        if bits % 8 > 0 { data.append(UInt8(0xFF) >> UInt8(bits % 8)) }
        return data + [0xFF, 0xD9]
    }

    /// A black PNG of one byte a pixel.
    ///
    /// - Parameter texts: pairs for `tEXt` chunks, such as `"Creation Time"`.
    package static func png(width: Int = 32, height: Int = 24, texts: [(key: String, value: String)] = []) -> Data {
        var data = Data([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A])
        func chunk(_ type: String, _ content: Data) {
            let body = Data(type.utf8) + content
            data += bigEndian32(content.count) + body + bigEndian32(Int(Checksum.crc32(body)))
        }
        chunk("IHDR", Data(bigEndian32(width) + bigEndian32(height) + [8, 0, 0, 0, 0]))
        for text in texts { chunk("tEXt", Data(text.key.utf8) + [0] + Data(text.value.utf8)) }
        chunk("IDAT", zlibStored(Data(count: (width + 1) * height)))
        chunk("IEND", Data())
        return data
    }

    /// An animated GIF that shows one colour after the other and begins again.
    package static func gif(width: Int = 16, height: Int = 12, frames: Int = 2, comment: String? = nil) -> Data {
        var data = Data("GIF89a".utf8) + littleEndian16(width) + littleEndian16(height) + [0xF6, 0, 0]
        for colour in 0..<128 { data += [UInt8(colour * 2), UInt8(255 - colour), UInt8(colour)] }
        data += [0x21, 0xFF, 11] + Data("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        if let comment {
            let text = Data(comment.utf8.prefix(255))
            data += [0x21, 0xFE, UInt8(text.count)] + text + [0]
        }
        for frame in 0..<frames {
            // A tenth of a second each.
            data += [0x21, 0xF9, 4, 0] + littleEndian16(10) + [0, 0]
            data += Data([0x2C, 0, 0, 0, 0]) + littleEndian16(width) + littleEndian16(height) + [0, 7]
            data += gifBlocks(lzwUncompressed(UInt8(frame % 128), count: width * height))
        }
        return data + [0x3B]
    }

    // MARK: Parts

    /// zlib's format without compression.
    private static func zlibStored(_ content: Data) -> Data {
        var data = Data([0x78, 0x01])
        var rest = content[...]
        repeat {
            let piece = rest.prefix(0xFFFF)
            rest = rest.dropFirst(piece.count)
            data += [rest.isEmpty ? 1 : 0] + littleEndian16(piece.count) + littleEndian16(0xFFFF - piece.count) + piece
        } while !rest.isEmpty
        return data + bigEndian32(Int(Checksum.adler32(content)))
    }

    /// Codes of eight bits: the table is cleared before it would grow to nine.
    private static func lzwUncompressed(_ colour: UInt8, count: Int) -> Data {
        let (clear, end): (UInt8, UInt8) = (128, 129)
        var codes = Data()
        for index in 0..<count {
            if index % 120 == 0 { codes.append(clear) }
            codes.append(colour)
        }
        return codes + [end]
    }

    private static func gifBlocks(_ content: Data) -> Data {
        var data = Data()
        var rest = content[...]
        while !rest.isEmpty {
            let block = rest.prefix(255)
            rest = rest.dropFirst(block.count)
            data += [UInt8(block.count)] + block
        }
        return data + [0]
    }

    static func bigEndian16(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    static func bigEndian32(_ number: Int) -> [UInt8] {
        bigEndian16(number >> 16) + bigEndian16(number)
    }

    static func littleEndian16(_ number: Int) -> [UInt8] {
        bigEndian16(number).reversed()
    }

    static func littleEndian32(_ number: Int) -> [UInt8] {
        bigEndian32(number).reversed()
    }
}
