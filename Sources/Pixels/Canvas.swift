import CPixman
package import Foundation
import Synchronization

/// A picture that is being drawn. Any thread may draw; one call at a time is carried out.
package final class Canvas: Sendable {
    /// Pixels.
    package let size: PixelSize
    private let pixels: Mutex<[UInt32]>

    /// - Parameter isOpaque: it begins black, else clear.
    package init(size: PixelSize, isOpaque: Bool) {
        self.size = size
        let first = isOpaque ? UInt32(littleEndian: 0xFF00_0000) : 0
        pixels = Mutex([UInt32](repeating: first, count: size.width * size.height))
    }

    /// Lays a picture over what is there, stretched into a rectangle of pixels, whose edges are moved to whole ones. Nothing
    /// is drawn where one of its pixels would be longer than 32,767 of the canvas, or as large as 250 million.
    ///
    /// - Parameters:
    ///   - opacity: 0 to 1.
    ///   - replaces: what is there goes, also where the picture lets something through.
    package func draw(_ bitmap: Bitmap, in rectangle: CGRect, opacity: Double = 1, replaces: Bool = false) {
        guard let (bitmap, rectangle) = visible(bitmap, in: rectangle) else { return }
        let (x, y) = (Int32(rectangle.minX), Int32(rectangle.minY))
        let target = PixelSize(width: Int(rectangle.width), height: Int(rectangle.height))
        let stretched = bitmap.scaled(to: target)
        let mask = Self.mask(opacity)
        defer { if let mask { pixman_image_unref(mask) } }
        pixels.withLock { pixels in
            pixels.withUnsafeMutableBufferPointer { memory in
                stretched.withBytes { bytes in
                    let source = Self.image(
                        stretched.size, UnsafeMutableRawPointer(mutating: bytes.baseAddress), stretched.bytesPerRow)
                    let canvas = Self.image(size, UnsafeMutableRawPointer(memory.baseAddress), size.width * 4)
                    pixman_image_composite32(
                        replaces ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, source, mask, canvas, 0, 0, 0, 0, x, y,
                        Int32(target.width), Int32(target.height))
                    pixman_image_unref(source)
                    pixman_image_unref(canvas)
                }
            }
        }
    }

    /// The picture and its rectangle in whole pixels; of those much larger than the canvas, or than pixman can count, the
    /// part that can be seen. Nil where there is nothing to be seen.
    private func visible(_ bitmap: Bitmap, in rectangle: CGRect) -> (Bitmap, CGRect)? {
        let edges = [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY].map { $0.rounded() }
        guard edges.allSatisfy(\.isFinite) else { return nil }
        let whole = CGRect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
        guard whole.width >= 1, whole.height >= 1, whole.minX < CGFloat(size.width), whole.maxX > 0,
            whole.minY < CGFloat(size.height), whole.maxY > 0
        else { return nil }
        let isCountable = edges.allSatisfy { abs($0) <= Self.sideLimit }
        let isItself = whole.width == CGFloat(bitmap.width) && whole.height == CGFloat(bitmap.height)
        let isLarge = whole.width * whole.height > 4 * CGFloat(size.width * size.height)
        if isCountable, isItself || !isLarge { return (bitmap, whole) }
        guard let part = seen(of: bitmap, in: whole), part.size != bitmap.size else {
            return isCountable && whole.width * whole.height <= Self.areaLimit ? (bitmap, whole) : nil
        }
        let (across, down) = (whole.width / CGFloat(bitmap.width), whole.height / CGFloat(bitmap.height))
        let place = CGRect(
            x: whole.minX + CGFloat(part.x) * across, y: whole.minY + CGFloat(part.y) * down,
            width: CGFloat(part.width) * across, height: CGFloat(part.height) * down)
        return visible(bitmap.cropped(to: part), in: place)
    }

    /// Those of the picture's pixels that can be seen, and one around them for the filter.
    private func seen(of bitmap: Bitmap, in whole: CGRect) -> PixelRectangle? {
        func range(_ start: CGFloat, _ length: CGFloat, _ count: Int, _ limit: Int) -> Range<Int> {
            let step = CGFloat(count) / length
            let lower = (-start * step).rounded(.down) - 1
            let upper = ((CGFloat(limit) - start) * step).rounded(.up) + 1
            let first = Int(max(0, min(CGFloat(count), lower)))
            return first..<max(first, Int(max(0, min(CGFloat(count), upper))))
        }
        let columns = range(whole.minX, whole.width, bitmap.width, size.width)
        let rows = range(whole.minY, whole.height, bitmap.height, size.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// pixman counts in 16 bits.
    private static let sideLimit: CGFloat = 32_767
    /// A gigabyte's.
    private static let areaLimit: CGFloat = 250_000_000

    /// What was drawn so far.
    package func bitmap() -> Bitmap {
        pixels.withLock { pixels in
            let isOpaque = pixels.allSatisfy { UInt32(littleEndian: $0) >> 24 == 0xFF }
            return Bitmap(width: size.width, height: size.height, hasAlpha: !isOpaque) { target in
                pixels.withUnsafeBytes { target.copyMemory(from: $0) }
            }
        }
    }

    private static func mask(_ opacity: Double) -> OpaquePointer? {
        guard opacity < 1 else { return nil }
        var colour = pixman_color(red: 0, green: 0, blue: 0, alpha: UInt16(max(0, opacity) * 65_535))
        return pixman_image_create_solid_fill(&colour)
    }

    private static func image(_ size: PixelSize, _ base: UnsafeMutableRawPointer?, _ bytesPerRow: Int) -> OpaquePointer
    {
        guard
            let image = pixman_image_create_bits(
                PIXMAN_a8b8g8r8, Int32(size.width), Int32(size.height), base?.assumingMemoryBound(to: UInt32.self),
                Int32(bytesPerRow))
        else { preconditionFailure("no memory for a picture") }
        return image
    }
}
