package import Foundation
import Pixels

extension SampleMedia {
    /// Returns a JPEG of `SampleBitmap.gradient` with a camera's EXIF block.
    ///
    /// - Parameter hasPreview: Whether the EXIF block contains a thumbnail of 160 pixels.
    package static func photograph(
        width: Int, height: Int, comment: String = "", hasPreview: Bool = false
    ) throws -> Data {
        let picture = try JPEGCodec.encode(SampleBitmap.gradient(width: width, height: height), quality: 90)
        var bytes = picture.prefix(2)
        if hasPreview {
            let size = PixelSize(width: width, height: height).fitting(longSide: 160)
            let preview = try JPEGCodec.encode(
                SampleBitmap.gradient(width: size.width, height: size.height), quality: 80)
            bytes += segment(0xE1, Array("Exif\0\0".utf8) + directoryOfPreview(preview))
        }
        bytes += segment(0xFE, Array(comment.utf8))
        return bytes + picture.dropFirst(2)
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> Data {
        Data([0xFF, marker] + bigEndian16(content.count + 2) + content)
    }

    /// Returns a TIFF block with an empty first directory, and a second one that refers to a JPEG.
    private static func directoryOfPreview(_ preview: Data) -> [UInt8] {
        let start = 8 + 6 + 2 + 3 * 12 + 4
        var bytes: [UInt8] = Array("MM".utf8) + bigEndian16(42) + bigEndian32(8)
        bytes += bigEndian16(0) + bigEndian32(14)
        bytes += bigEndian16(3)
        bytes += bigEndian16(0x0103) + bigEndian16(3) + bigEndian32(1) + bigEndian16(6) + bigEndian16(0)
        bytes += bigEndian16(0x0201) + bigEndian16(4) + bigEndian32(1) + bigEndian32(start)
        bytes += bigEndian16(0x0202) + bigEndian16(4) + bigEndian32(1) + bigEndian32(preview.count)
        bytes += bigEndian32(0)
        return bytes + preview
    }
}
