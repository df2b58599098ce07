import Foundation
import Pixels

/// Our own thumbnails and previews as bytes: JPEG, or PNG where something shows through. The only encoded pictures that are
/// decoded outside of the worker.
///
/// Quality 82 was chosen by measurement over 15 photos, as the mean of structural similarity, with the bytes of one:
///
///     quality   256 pixels          1,440 pixels
///     75        0.954    9.5 kB     0.954   153 kB
///     80        0.962   10.8 kB     0.966   180 kB
///     82        0.966   11.5 kB     0.969   189 kB
///     85        0.971   12.6 kB     0.973   205 kB
///     90        0.981   15.6 kB     0.985   273 kB
///
/// Under it the worst thumbnail falls below 0.94; above it bytes grow faster than what one sees.
enum DerivativeCodec {
    static let quality = 82

    static func encode(_ bitmap: Bitmap) throws -> Data {
        // Five times as fast, and an import waits for it.
        try bitmap.isOpaque
            ? JPEGCodec.encode(bitmap, quality: quality) : PNGCodec.encode(bitmap, effort: .quick)
    }

    /// Else it is a JPEG.
    static func isPNG(_ bytes: Data) -> Bool { bytes.first == 0x89 }

    /// Whether the bytes begin and end as a picture does: after a power cut a file can be there without its content.
    static func isComplete(_ bytes: Data) -> Bool {
        isPNG(bytes)
            ? bytes.suffix(8).starts(with: [0x49, 0x45, 0x4E, 0x44])
            : bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2).elementsEqual([0xFF, 0xD9])
    }

    /// - Parameter longSide: in pixels; a larger picture is none that was made here.
    static func decode(_ bytes: Data, longSide: Int, covering: PixelSize?) throws -> Bitmap {
        let pixelLimit = longSide * longSide
        return isPNG(bytes)
            ? try PNGCodec.decode(bytes, pixelLimit: pixelLimit)
            : try JPEGCodec.decode(bytes, covering: covering, pixelLimit: pixelLimit)
    }
}
