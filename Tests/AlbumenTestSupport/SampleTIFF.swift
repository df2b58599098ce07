package import Foundation

/// An uncompressed TIFF, which browsers can't show.
package enum SampleTIFF {
    /// Returns a checkerboard of black and white pixels.
    package static func checkerboard(width: Int, height: Int) -> Data {
        let rows = [0, 1].map { first in
            Data((0..<width).flatMap { [UInt8](repeating: ($0 + first) % 2 == 0 ? 255 : 0, count: 3) })
        }
        var pixels = Data(capacity: width * height * 3)
        for row in 0..<height { pixels.append(rows[row % 2]) }
        let directoryOffset = 8 + pixels.count
        let bitsOffset = directoryOffset + 2 + 9 * 12 + 4
        let short = 3
        let long = 4
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, long, 1, width), (257, long, 1, height), (258, short, 3, bitsOffset), (259, short, 1, 1),
            (262, short, 1, 2), (273, long, 1, 8), (277, short, 1, 3), (278, long, 1, height),
            (279, long, 1, pixels.count),
        ]
        var bytes = Data("II*\0".utf8) + SampleMedia.littleEndian32(directoryOffset) + pixels
        bytes += SampleMedia.littleEndian16(entries.count)
        for (tag, type, count, value) in entries {
            bytes += SampleMedia.littleEndian16(tag) + SampleMedia.littleEndian16(type)
            bytes += SampleMedia.littleEndian32(count) + SampleMedia.littleEndian32(value)
        }
        bytes += SampleMedia.littleEndian32(0)
        for _ in 0..<3 { bytes += SampleMedia.littleEndian16(8) }
        return bytes
    }
}
