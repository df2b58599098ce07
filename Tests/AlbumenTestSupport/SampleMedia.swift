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
        /// Further tags; one with the number of another above takes its place.
        package var tags: [Tag] = []

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
    ///
    /// - Parameters:
    ///   - xmp: as `xmpPacket` makes it.
    ///   - iptc: data sets of IPTC's second record, such as 25 for a keyword.
    package static func jpeg(
        width: Int = 64, height: Int = 48, comment: String? = nil, exif: Exif? = nil, xmp: String? = nil,
        iptc: [(dataSet: UInt8, text: String)] = []
    ) -> Data {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func segment(_ marker: UInt8, _ content: [UInt8]) {
            bytes += [0xFF, marker]
            bytes += bigEndian16(content.count + 2)
            bytes += content
        }
        if let exif { segment(0xE1, Array("Exif\0\0".utf8) + ExifBlock.bytes(exif)) }
        if let xmp { segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)) }
        if !iptc.isEmpty { segment(0xED, photoshopBlock(iptc)) }
        if let comment { segment(0xFE, Array(comment.utf8)) }
        segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
        segment(0xC0, [8] + bigEndian16(height) + bigEndian16(width) + [1, 1, 0x11, 0])
        for tableClass: UInt8 in [0x00, 0x10] {
            segment(0xC4, [tableClass, 1] + [UInt8](repeating: 0, count: 16))
        }
        segment(0xDA, [1, 1, 0x00, 0, 63, 0])
        let bits = ((width + 7) / 8) * ((height + 7) / 8) * 2
        bytes += [UInt8](repeating: 0, count: bits / 8)
        if bits % 8 > 0 { bytes.append(UInt8(0xFF) >> UInt8(bits % 8)) }
        bytes += [0xFF, 0xD9]
        return Data(bytes)
    }

    /// A black PNG of one byte a pixel.
    ///
    /// - Parameter texts: pairs for `tEXt` chunks, such as `"Creation Time"`.
    package static func png(
        width: Int = 32, height: Int = 24, texts: [(key: String, value: String)] = [], exif: Exif? = nil
    ) -> Data {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func chunk(_ type: String, _ content: [UInt8]) {
            let body = Array(type.utf8) + content
            bytes += bigEndian32(content.count)
            bytes += body
            bytes += bigEndian32(Int(Checksum.crc32(body)))
        }
        chunk("IHDR", bigEndian32(width) + bigEndian32(height) + [8, 0, 0, 0, 0])
        if let exif { chunk("eXIf", ExifBlock.bytes(exif)) }
        for text in texts { chunk("tEXt", Array(text.key.utf8) + [0] + Array(text.value.utf8)) }
        chunk("IDAT", zlibStored([UInt8](repeating: 0, count: (width + 1) * height)))
        chunk("IEND", [])
        return Data(bytes)
    }

    /// An animated GIF that shows one colour after the other and begins again.
    package static func gif(width: Int = 16, height: Int = 12, frames: Int = 2, comment: String? = nil) -> Data {
        let size = littleEndian16(width) + littleEndian16(height)
        var bytes = Array("GIF89a".utf8) + size + [0xF6, 0, 0]
        for colour: UInt8 in 0..<128 { bytes += [colour * 2, 255 - colour, colour] }
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        if let comment { bytes += [0x21, 0xFE] + gifBlocks(Array(comment.utf8)) }
        for frame in 0..<frames {
            // A tenth of a second each.
            bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0] + size + [0, 7]
            bytes += gifBlocks(lzwUncompressed(UInt8(frame % 128), count: width * height))
        }
        bytes.append(0x3B)
        return Data(bytes)
    }

    /// An XMP packet of plain properties, such as `("xmp:Rating", "5")`, in the namespaces that photos use.
    ///
    /// - Parameter elements: further properties, written out.
    package static func xmpPacket(_ properties: [(name: String, value: String)], elements: String = "") -> String {
        let namespaces = [
            "dc": "http://purl.org/dc/elements/1.1/", "exif": "http://ns.adobe.com/exif/1.0/",
            "photoshop": "http://ns.adobe.com/photoshop/1.0/", "xmp": "http://ns.adobe.com/xap/1.0/",
            "xmpMM": "http://ns.adobe.com/xap/1.0/mm/", "tiff": "http://ns.adobe.com/tiff/1.0/",
            "GPano": "http://ns.google.com/photos/1.0/panorama/", "GCamera": "http://ns.google.com/photos/1.0/camera/",
        ].sorted { $0.key < $1.key }.map { "xmlns:\($0.key)=\"\($0.value)\"" }.joined(separator: " ")
        let attributes = properties.map { " \($0.name)=\"\($0.value)\"" }.joined()
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" \(namespaces)\(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }

    // MARK: Parts

    /// Photoshop's segment with the one resource that IPTC lies in.
    private static func photoshopBlock(_ iptc: [(dataSet: UInt8, text: String)]) -> [UInt8] {
        var records: [UInt8] = []
        for (dataSet, text) in iptc {
            records += [0x1C, 2, dataSet]
            records += bigEndian16(text.utf8.count)
            records += Array(text.utf8)
        }
        var block = Array("Photoshop 3.0\08BIM".utf8)
        block += [4, 4, 0, 0]
        block += bigEndian32(records.count) + records
        return records.count.isMultiple(of: 2) ? block : block + [0]
    }

    /// zlib's format without compression.
    package static func zlibStored(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var rest = content[...]
        repeat {
            let piece = rest.prefix(0xFFFF)
            rest = rest.dropFirst(piece.count)
            bytes.append(rest.isEmpty ? 1 : 0)
            bytes += littleEndian16(piece.count)
            bytes += littleEndian16(0xFFFF - piece.count)
            bytes += piece
        } while !rest.isEmpty
        return bytes + bigEndian32(Int(Checksum.adler32(content)))
    }

    /// Codes of eight bits: the table is cleared before it would grow to nine.
    private static func lzwUncompressed(_ colour: UInt8, count: Int) -> [UInt8] {
        let (clear, end): (UInt8, UInt8) = (128, 129)
        var codes: [UInt8] = []
        for index in 0..<count {
            if index % 120 == 0 { codes.append(clear) }
            codes.append(colour)
        }
        return codes + [end]
    }

    private static func gifBlocks(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = content[...]
        while !rest.isEmpty {
            let block = rest.prefix(255)
            rest = rest.dropFirst(block.count)
            bytes.append(UInt8(block.count))
            bytes += block
        }
        return bytes + [0]
    }

    package static func bigEndian16(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    package static func bigEndian32(_ number: Int) -> [UInt8] {
        bigEndian16(number >> 16) + bigEndian16(number)
    }

    package static func littleEndian16(_ number: Int) -> [UInt8] {
        bigEndian16(number).reversed()
    }

    package static func littleEndian32(_ number: Int) -> [UInt8] {
        bigEndian32(number).reversed()
    }
}
