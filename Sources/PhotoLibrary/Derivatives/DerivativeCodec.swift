import Foundation
import Pixels

/// Encodes thumbnails and previews as JPEG, or as PNG if they are transparent. These are the only images that are
/// decoded outside of the worker.
///
/// Quality 82 was chosen by measurements of 15 photos. The table has the mean structural similarity and the bytes of
/// one photo:
///
///     quality   256 pixels          1,440 pixels
///     75        0.954    9.5 kB     0.954   153 kB
///     80        0.962   10.8 kB     0.966   180 kB
///     82        0.966   11.5 kB     0.969   189 kB
///     85        0.971   12.6 kB     0.973   205 kB
///     90        0.981   15.6 kB     0.985   273 kB
///
/// Below 82, the worst thumbnail has less than 0.94. Above it, the size grows faster than the visible quality.
enum DerivativeCodec {
    static let quality = 82

    /// The quality of images in which single pixels are visible.
    static let qualityOfPixels = 92

    static func encode(_ bitmap: Bitmap) throws -> Data {
        // Quick, because an import waits for it, and thorough compression takes five times as long.
        try bitmap.isOpaque
            ? JPEGCodec.encode(bitmap, quality: quality) : PNGCodec.encode(bitmap, effort: .quick)
    }

    /// Encodes an image in the size of its original, or a part of it, for display pixel by pixel.
    ///
    /// - Parameter isOpaque: Whether all parts of the image are opaque, so that they have one format.
    static func encodePixels(_ bitmap: Bitmap, isOpaque: Bool) throws -> Data {
        try isOpaque
            ? JPEGCodec.encode(bitmap, quality: qualityOfPixels, hasFullChroma: true)
            : PNGCodec.encode(bitmap, effort: .quick)
    }

    /// Returns whether the bytes are a PNG. Otherwise, they are a JPEG.
    static func isPNG(_ bytes: Data) -> Bool { bytes.first == 0x89 }

    /// Returns whether the bytes have the start and end of an image. After a power failure, a file can exist without
    /// its content.
    static func isComplete(_ bytes: Data) -> Bool {
        isPNG(bytes)
            ? bytes.suffix(8).starts(with: [0x49, 0x45, 0x4E, 0x44])
            : bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2).elementsEqual([0xFF, 0xD9])
    }

    /// - Parameter longSide: The limit of the long side in pixels. Albumen made no larger images.
    static func decode(_ bytes: Data, longSide: Int, covering: PixelSize?) throws -> Bitmap {
        let pixelLimit = longSide * longSide
        return isPNG(bytes)
            ? try PNGCodec.decode(bytes, pixelLimit: pixelLimit)
            : try JPEGCodec.decode(bytes, covering: covering, pixelLimit: pixelLimit)
    }
}
