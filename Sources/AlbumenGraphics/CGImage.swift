public import Foundation
package import Pixels

/// A picture's pixels: eight bits each of red, green, blue and alpha, in this order, in sRGB, multiplied by the alpha.
///
/// Immutable. Unlike Apple's, whose pixels are as the file had them, one made of a file is in sRGB already.
public final class CGImage: Sendable {
    /// The picture that the engine's parts hand about.
    package let bitmap: Bitmap

    package init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
    }

    /// In pixels.
    public var width: Int { bitmap.width }
    /// In pixels.
    public var height: Int { bitmap.height }
    public var bitsPerComponent: Int { 8 }
    public var bitsPerPixel: Int { 32 }
    /// Of `dataProvider`'s bytes, which have no gaps between the rows.
    public var bytesPerRow: Int { bitmap.width * Bitmap.bytesPerPixel }
    public var colorSpace: CGColorSpace? { CGColorSpace(name: CGColorSpace.sRGB) }
    /// `premultipliedLast`, or `noneSkipLast` for a picture without transparency.
    public var alphaInfo: CGImageAlphaInfo { bitmap.hasAlpha ? .premultipliedLast : .noneSkipLast }
    public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }
    public var isMask: Bool { false }
    public var shouldInterpolate: Bool { true }
    public var renderingIntent: CGColorRenderingIntent { .defaultIntent }

    /// The pixels, row by row from the top. Each call copies them.
    public var dataProvider: CGDataProvider? {
        var bytes = Data(capacity: bytesPerRow * height)
        bitmap.withBytes { source in
            for y in 0..<height {
                let start = y * bitmap.bytesPerRow
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: source[start..<start + bytesPerRow]))
            }
        }
        return CGDataProvider(bytes)
    }

    /// The part of the picture in a rectangle of pixels, counted from the upper left corner. Its sides are moved outward
    /// to whole pixels, and what lies outside of the picture is left out.
    ///
    /// - Returns: nil where nothing is left.
    public func cropping(to rect: CGRect) -> CGImage? {
        guard let columns = Self.pixels(rect.minX, rect.maxX, of: width),
            let rows = Self.pixels(rect.minY, rect.maxY, of: height)
        else { return nil }
        let part = PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        return CGImage(bitmap.cropped(to: part))
    }

    /// Those of a side's pixels that lie between two edges; nil for none. Foundation's intersection of rectangles traps
    /// where an edge is no number.
    private static func pixels(_ start: CGFloat, _ end: CGFloat, of count: Int) -> Range<Int>? {
        let first = max(0, start.rounded(.down))
        let last = min(CGFloat(count), end.rounded(.up))
        guard start < end, first < last else { return nil }
        return Int(first)..<Int(last)
    }

    /// The same picture.
    public func copy() -> CGImage? { self }
}

/// Two images are the same where they are one object.
extension CGImage: Hashable {
    public static func == (one: CGImage, other: CGImage) -> Bool {
        one === other
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
