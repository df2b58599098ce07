public import Foundation
package import Pixels

/// An immutable bitmap image.
///
/// Each pixel consists of red, green, blue and alpha, in this order, of eight bits each, in sRGB and premultiplied by
/// alpha. Apple's class keeps the pixel format of a file. This class converts a file's pixels to sRGB.
///
/// An image with light that's brighter than white has half floats in extended linear sRGB. Drawing, encoding, and
/// filters use its rendition for SDR, in sRGB with eight bits.
public final class CGImage: Sendable {
    /// The bitmap that the engine uses.
    package let bitmap: Bitmap
    private let fileType: String?

    package init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        fileType = nil
    }

    /// - Parameter fileType: The type of the file that the image was decoded from.
    package init(_ bitmap: Bitmap, fileType: String?) {
        self.bitmap = bitmap
        self.fileType = fileType
    }

    /// The uniform type identifier of the file that an image source decoded the image from. `nil` for other images.
    public var utType: CFString? { fileType }

    /// The width in pixels.
    public var width: Int { bitmap.width }
    /// The height in pixels.
    public var height: Int { bitmap.height }
    /// 8, or 16 for an image with light that's brighter than white.
    public var bitsPerComponent: Int { bitmap.hdr == nil ? 8 : 16 }
    public var bitsPerPixel: Int { bitsPerComponent * 4 }
    /// The length of a row in the bytes of `dataProvider`, which have no padding between rows.
    public var bytesPerRow: Int { bitmap.width * bitsPerPixel / 8 }
    /// `sRGB`, or `extendedLinearSRGB` for an image with light that's brighter than white.
    public var colorSpace: CGColorSpace? {
        CGColorSpace(name: bitmap.hdr == nil ? CGColorSpace.sRGB : CGColorSpace.extendedLinearSRGB)
    }
    /// The brightest light of the image, relative to white. 1 for SDR images.
    public var contentHeadroom: Float { Float(bitmap.hdr?.headroom ?? 1) }
    /// `premultipliedLast`, or `noneSkipLast` if the image is opaque.
    public var alphaInfo: CGImageAlphaInfo { bitmap.hasAlpha ? .premultipliedLast : .noneSkipLast }
    public var bitmapInfo: CGBitmapInfo {
        let alpha = CGBitmapInfo(rawValue: alphaInfo.rawValue)
        return bitmap.hdr == nil ? alpha : alpha.union([.floatComponents, .byteOrder16Little])
    }
    public var isMask: Bool { false }
    public var shouldInterpolate: Bool { true }
    public var renderingIntent: CGColorRenderingIntent { .defaultIntent }

    /// The pixels, row by row from the top.
    ///
    /// - Complexity: O(*n*) for *n* pixels. Each access copies them.
    public var dataProvider: CGDataProvider? {
        if let hdr = bitmap.hdr { return CGDataProvider(hdr.withBytes { Data($0) }) }
        var bytes = Data(capacity: bytesPerRow * height)
        bitmap.withBytes { source in
            for y in 0..<height {
                let start = y * bitmap.bytesPerRow
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: source[start..<start + bytesPerRow]))
            }
        }
        return CGDataProvider(bytes)
    }

    /// Returns the part of the image inside a rectangle.
    ///
    /// The rectangle is in pixels, with its origin at the upper left corner. The method extends it to whole pixels
    /// and ignores the area outside of the image.
    ///
    /// - Returns: `nil` if the rectangle and the image don't overlap.
    public func cropping(to rect: CGRect) -> CGImage? {
        guard let columns = Self.pixels(rect.minX, rect.maxX, of: width),
            let rows = Self.pixels(rect.minY, rect.maxY, of: height)
        else { return nil }
        let part = PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        return CGImage(bitmap.cropped(to: part))
    }

    /// Returns the pixels of a side between two edges, or `nil` if there are none. Foundation's intersection of
    /// rectangles traps if an edge isn't a number.
    private static func pixels(_ start: CGFloat, _ end: CGFloat, of count: Int) -> Range<Int>? {
        let first = max(0, start.rounded(.down))
        let last = min(CGFloat(count), end.rounded(.up))
        guard start < end, first < last else { return nil }
        return Int(first)..<Int(last)
    }

    /// Returns the image itself, because it's immutable.
    public func copy() -> CGImage? { self }
}

/// Two images are equal if they are the same object.
extension CGImage: Hashable {
    public static func == (one: CGImage, other: CGImage) -> Bool {
        one === other
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
