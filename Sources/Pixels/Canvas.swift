import CPixman
package import Foundation

/// An image to draw on, in its own memory or a caller's. Its coordinates have their origin at the upper left.
///
/// Only one thread at a time can use it.
package final class Canvas {
    /// The largest side in pixels.
    package static let sideLimit = PixmanSurface.sideLimit
    /// The largest number of pixels in a canvas's own memory: a gigabyte.
    package static let areaLimit = 250_000_000

    /// The size in pixels.
    package let size: PixelSize
    package let format: CanvasFormat
    /// The distance between the starts of two rows.
    package let bytesPerRow: Int
    /// The first byte of the upper row.
    package let base: UnsafeMutableRawPointer
    private let isOwner: Bool

    /// Creates a canvas in its own memory, which is zero at first.
    ///
    /// - Parameter bytesPerRow: The distance between the starts of two rows, or `nil` for the smallest.
    /// - Returns: `nil` if a side is less than 1 or more than 32,767, there are more than 250 million pixels or a
    ///   gigabyte, or `bytesPerRow` is too small or not a multiple of a pixel.
    package convenience init?(size: PixelSize, format: CanvasFormat, bytesPerRow: Int? = nil) {
        guard let length = Self.rowLength(size, format, bytesPerRow), size.width * size.height <= Self.areaLimit,
            length <= Self.areaLimit * 4 / size.height, let memory = calloc(size.height, length)
        else { return nil }
        self.init(memory, size, format, length, isOwner: true)
    }

    /// Creates a canvas in a caller's memory, which must exist as long as the canvas. Keeps its current pixels.
    ///
    /// - Returns: `nil` as the other initializer, and if the memory isn't aligned to pixels.
    package convenience init?(
        over memory: UnsafeMutableRawPointer, size: PixelSize, format: CanvasFormat, bytesPerRow: Int? = nil
    ) {
        guard let length = Self.rowLength(size, format, bytesPerRow),
            Int(bitPattern: memory) % format.bytesPerPixel == 0
        else { return nil }
        self.init(memory, size, format, length, isOwner: false)
    }

    private init(
        _ base: UnsafeMutableRawPointer, _ size: PixelSize, _ format: CanvasFormat, _ bytesPerRow: Int, isOwner: Bool
    ) {
        (self.base, self.size, self.format, self.bytesPerRow) = (base, size, format, bytesPerRow)
        self.isOwner = isOwner
    }

    deinit {
        if isOwner { free(base) }
    }

    private static func rowLength(_ size: PixelSize, _ format: CanvasFormat, _ wanted: Int?) -> Int? {
        guard (1...sideLimit).contains(size.width), (1...sideLimit).contains(size.height) else { return nil }
        let smallest = size.width * format.bytesPerPixel
        guard let wanted else { return smallest }
        guard wanted >= smallest, wanted <= Int(Int32.max), wanted % format.bytesPerPixel == 0 else { return nil }
        return wanted
    }

    /// The entire canvas.
    package var bounds: PixelRectangle { PixelRectangle(x: 0, y: 0, width: size.width, height: size.height) }

    /// Fills the union of convex polygons.
    ///
    /// - Parameters:
    ///   - polygons: The corners of each polygon, in pixels.
    ///   - colour: Red, green, blue and alpha, from 0 to 1, not premultiplied.
    package func fill(_ polygons: [[CGPoint]], _ colour: SIMD4<Double>, with paint: CanvasPaint) {
        let limit = paint.clip.map { bounds.intersection($0.bounds) } ?? bounds
        let shape = Coverage(of: polygons, in: limit)
        let alpha = colour.w * paint.opacity
        let source = PixmanSurface.fill(SIMD4(colour.x * alpha, colour.y * alpha, colour.z * alpha, alpha))
        defer { pixman_image_unref(source) }
        composite(
            source, at: shape.bounds, covering: paint.clip.map(shape.intersection) ?? shape, opacity: 1,
            mode: paint.mode)
    }

    /// Combines an image of pixman with the canvas.
    ///
    /// - Parameters:
    ///   - place: The position on the canvas of the image's origin.
    ///   - shape: The pixels to change.
    func composite(
        _ source: OpaquePointer, at place: PixelRectangle, covering shape: Coverage, opacity: Double, mode: CanvasMode
    ) {
        let area = place.intersection(shape.bounds).intersection(bounds)
        guard !area.isEmpty else { return }
        let offset = (x: Int32(area.x - place.x), y: Int32(area.y - place.y))
        let (width, height) = (Int32(area.width), Int32(area.height))
        func draw(_ operation: pixman_op_t, _ mask: OpaquePointer?, on target: OpaquePointer) {
            pixman_image_composite32(
                operation, source, mask, target, offset.x, offset.y, 0, 0, 0, 0, width, height)
        }
        withTarget(area) { target in
            guard shape.bytes != nil else {
                let mask = opacity < 1 ? PixmanSurface.fill(SIMD4(0, 0, 0, opacity)) : nil
                draw(mode.operation, mask, on: target)
                if let mask { pixman_image_unref(mask) }
                return
            }
            guard mode.changesUnderTransparency else {
                Self.withMask(shape, area, opacity) { draw(mode.operation, $0, on: target) }
                return
            }
            // The mode's result replaces the canvas as far as the shape covers it.
            var pixels = [UInt32](repeating: 0, count: area.width * area.height)
            pixels.withUnsafeMutableBytes { memory in
                let result = PixmanSurface.image(
                    PIXMAN_a8b8g8r8, area.size, memory.baseAddress, bytesPerRow: area.width * 4)
                pixman_image_composite32(PIXMAN_OP_SRC, target, nil, result, 0, 0, 0, 0, 0, 0, width, height)
                let mask = opacity < 1 ? PixmanSurface.fill(SIMD4(0, 0, 0, opacity)) : nil
                draw(mode.operation, mask, on: result)
                if let mask { pixman_image_unref(mask) }
                Self.withMask(shape, area, 1) { mask in
                    pixman_image_composite32(
                        PIXMAN_OP_OUT_REVERSE, mask, nil, target, 0, 0, 0, 0, 0, 0, width, height)
                    pixman_image_composite32(PIXMAN_OP_ADD, result, mask, target, 0, 0, 0, 0, 0, 0, width, height)
                }
                pixman_image_unref(result)
            }
        }
    }

    private static func withMask(
        _ shape: Coverage, _ area: PixelRectangle, _ opacity: Double, _ body: (OpaquePointer) -> Void
    ) {
        var bytes = shape.part(in: area, opacity: opacity)
        bytes.withUnsafeMutableBytes { memory in
            let mask = PixmanSurface.image(
                PIXMAN_a8, area.size, memory.baseAddress, bytesPerRow: Coverage.stride(area.width))
            body(mask)
            pixman_image_unref(mask)
        }
    }

    /// Calls a closure with an image of pixman over an area of the canvas.
    private func withTarget(_ area: PixelRectangle, _ body: (OpaquePointer) -> Void) {
        let start = base + area.y * bytesPerRow + area.x * format.bytesPerPixel
        guard let code = format.code else {
            withColours(start, area.size, body)
            return
        }
        let target = PixmanSurface.image(code, area.size, start, bytesPerRow: bytesPerRow)
        body(target)
        pixman_image_unref(target)
    }

    /// Converts grey pixels to colours for a closure, and the colours back to grey.
    private func withColours(_ start: UnsafeMutableRawPointer, _ size: PixelSize, _ body: (OpaquePointer) -> Void) {
        let greys = start.assumingMemoryBound(to: UInt8.self)
        var pixels = [UInt32](repeating: 0, count: size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let grey = UInt32(greys[y * bytesPerRow + x])
                pixels[y * size.width + x] = UInt32(littleEndian: 0xFF00_0000 | grey * 0x1_0101)
            }
        }
        pixels.withUnsafeMutableBytes { memory in
            let target = PixmanSurface.image(
                PIXMAN_x8b8g8r8, size, memory.baseAddress, bytesPerRow: size.width * 4)
            body(target)
            pixman_image_unref(target)
        }
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = UInt32(littleEndian: pixels[y * size.width + x])
                let brightness = (pixel & 255) * 299 + (pixel >> 8 & 255) * 587 + (pixel >> 16 & 255) * 114
                greys[y * bytesPerRow + x] = UInt8((brightness + 500) / 1000)
            }
        }
    }
}
