import CPixman
package import Foundation
import Synchronization

/// An image to draw on. Any thread can call it. A lock serializes the calls.
package final class Canvas: Sendable {
    /// The size in pixels.
    package let size: PixelSize
    private let pixels: Mutex<[UInt32]>

    /// - Parameter isOpaque: Whether the canvas starts black instead of transparent.
    package init(size: PixelSize, isOpaque: Bool) {
        self.size = size
        let first = isOpaque ? UInt32(littleEndian: 0xFF00_0000) : 0
        pixels = Mutex([UInt32](repeating: first, count: size.width * size.height))
    }

    /// Draws an image over the current content, scaled to a rectangle in pixels whose edges are rounded to whole
    /// pixels.
    ///
    /// Draws nothing if one of the image's pixels would be longer than 32,767 pixels of the canvas or cover 250
    /// million of them.
    ///
    /// - Parameters:
    ///   - opacity: The opacity, from 0 to 1.
    ///   - replaces: Whether the image replaces the current content, also where the image is transparent.
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

    /// Returns the image and its rectangle in whole pixels. If they are much larger than the canvas or exceed
    /// pixman's coordinates, returns the visible part. Returns `nil` if no part is visible.
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

    /// Returns the image's visible pixels with a margin of one pixel for the filter.
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

    /// pixman's coordinates have 16 bits.
    private static let sideLimit: CGFloat = 32_767
    /// The number of pixels in a gigabyte.
    private static let areaLimit: CGFloat = 250_000_000

    /// Returns a copy of the current content.
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
