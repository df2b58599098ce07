import AlbumenGraphics
public import Foundation
import MediaRequests
import MediaWork
import Pixels

extension UIImage {
    /// Encodes the image as a JPEG in sRGB. Blocks until it's done.
    ///
    /// The JPEG's pixels are upright. Apple's method keeps the stored pixels and writes their orientation instead.
    /// Transparent areas become white. From a quality of 0.9, each pixel keeps its colour. Below, four pixels share
    /// one (4:2:0).
    ///
    /// - Parameter compressionQuality: The quality, from 0 to 1.
    /// - Returns: `nil` if the image is empty or a side exceeds 65,500 pixels.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : min(1, max(0, compressionQuality))
        return uprightBitmap.flatMap {
            try? JPEGCodec.encode(
                $0.onWhite, quality: max(1, Int((quality * 100).rounded())), hasFullChroma: quality >= 0.9)
        }
    }

    /// Encodes the upright image as a PNG in sRGB. Blocks until it's done.
    ///
    /// Encoding takes about 70 ms per million pixels. A third fewer bytes would take five times as long.
    ///
    /// - Returns: `nil` if the image is empty.
    public func pngData() -> Data? {
        uprightBitmap.flatMap { try? PNGCodec.encode($0, effort: .quick) }
    }

    /// Encodes the upright image as a HEIC file in sRGB. Blocks until it's done.
    ///
    /// The media worker encodes it, in a process of its own.
    ///
    /// - Returns: `nil` if the image is empty, a side exceeds 16,384 pixels, or there is no worker.
    public func heicData() -> Data? {
        guard let bitmap = uprightBitmap else { return nil }
        let extent = GraphRectangle(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
        let request = GraphRequest(
            graph: ImageGraph(nodes: [.source(0)]), rectangle: extent, output: .file(.init(.heif)))
        return WorkerCall.run { pool throws(MediaError) in
            try pool.render(request, sources: [.pixels(bitmap)])
        }?.file
    }

    var uprightBitmap: Bitmap? {
        cgImage?.bitmap.upright(from: imageOrientation.exif)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the same as `image.jpegData(compressionQuality:)`.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the same as `image.pngData()`.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? {
    image.pngData()
}

extension Bitmap {
    /// The image drawn over white.
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
