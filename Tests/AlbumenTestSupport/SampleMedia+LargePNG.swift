package import Foundation

extension SampleMedia {
    /// Returns a black PNG with transparency and 16 bits per sample, which takes long to decode for its size: 5 MB
    /// for 100 megapixels.
    package static func largePNG(width: Int, height: Int, comment: String = "") -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func add(_ type: String, _ content: [UInt8]) {
            let body = Array(type.utf8) + content
            data += bigEndian32(content.count) + body + bigEndian32(Int(Checksum.crc32(body)))
        }
        add("IHDR", bigEndian32(width) + bigEndian32(height) + [16, 6, 0, 0, 0])
        add("tEXt", Array("Comment\0\(comment)".utf8))
        add("IDAT", zlibZeros(count: height * (1 + width * 8)))
        add("IEND", [])
        return data
    }

    /// Returns zeros compressed with zlib's fixed codes: one zero, and then copies of 258 bytes.
    private static func zlibZeros(count: Int) -> [UInt8] {
        let (copyCount, rest) = (count - 1).quotientAndRemainder(dividingBy: 258)
        precondition(copyCount >= 16)
        // Eight copies are 13 whole bytes, so they repeat.
        let (repeats, single) = (copyCount - 16).quotientAndRemainder(dividingBy: 8)
        var bits = BitWriter()
        bits.add("1" + "10" + "00110000")
        for _ in 0..<(16 + single) { bits.add("11000101" + "00000") }
        for _ in 0..<rest { bits.add("00110000") }
        bits.add("0000000")
        let bytes = bits.bytes
        let period = bytes[2..<15]
        var result: [UInt8] = [0x78, 0x01] + bytes[..<15]
        result.reserveCapacity(result.count + repeats * 13 + bytes.count)
        for _ in 0..<repeats { result += period }
        return result + bytes[15...] + bigEndian32(count % 65521 << 16 | 1)
    }

    /// Writes bits to bytes, starting at the lowest bit.
    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func add(_ bits: String) {
            for bit in bits.utf8 {
                if count % 8 == 0 { bytes.append(0) }
                if bit == UInt8(ascii: "1") { bytes[count / 8] |= 1 << UInt8(count % 8) }
                count += 1
            }
        }
    }
}
