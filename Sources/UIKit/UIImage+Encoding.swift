import AlbumenGraphics
public import Foundation
import Pixels

extension UIImage {
    /// The picture as a JPEG in sRGB. Unlike Apple's, whose file keeps the pixels as they are stored and says how to turn
    /// them, its pixels are upright. Transparency lets through white. Blocks while it is made.
    ///
    /// - Parameter compressionQuality: 0 to 1.
    /// - Returns: nil for an empty image, and for one with a side of more than 65,500 pixels.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : min(1, max(0, compressionQuality))
        return uprightBitmap.flatMap {
            try? JPEGCodec.encode($0.onWhite, quality: max(1, Int((quality * 100).rounded())))
        }
    }

    /// The picture as a PNG in sRGB, upright. Blocks while it is made, for about 70 ms a million pixels; the file could be
    /// smaller by a third in five times as long.
    ///
    /// - Returns: nil for an empty image.
    public func pngData() -> Data? {
        uprightBitmap.flatMap { try? PNGCodec.encode($0, effort: .quick) }
    }

    var uprightBitmap: Bitmap? {
        cgImage?.bitmap.upright(from: imageOrientation.exif)
    }
}

extension Bitmap {
    /// The picture as it looks on white paper.
    fileprivate var onWhite: Bitmap {
        guard hasAlpha else { return self }
        return Bitmap(width: width, height: height, hasAlpha: false) { pixels in
            withBytes { bytes in
                for y in 0..<height {
                    var source = y * bytesPerRow
                    for place in stride(
                        from: y * width * Self.bytesPerPixel, to: (y + 1) * width * Self.bytesPerPixel,
                        by: Self.bytesPerPixel)
                    {
                        let paper = 255 - Int(bytes[source + 3])
                        for channel in 0..<3 {
                            pixels[place + channel] = UInt8(min(255, Int(bytes[source + channel]) + paper))
                        }
                        pixels[place + 3] = 255
                        source += Self.bytesPerPixel
                    }
                }
            }
        }
    }
}
