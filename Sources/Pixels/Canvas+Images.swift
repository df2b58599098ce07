import CPixman
import Foundation

extension Canvas {
    /// Draws an image.
    ///
    /// Rounds the edges of an upright or mirrored image, or one rotated by a multiple of 90 degrees, to whole pixels.
    /// Other images have smooth edges. Draws nothing if the transformation has no inverse, or if one of the image's
    /// pixels would be longer than 32,767 pixels of the canvas or cover 250 million of them.
    ///
    /// - Parameter transform: The map from the image's unit square to the canvas.
    package func draw(_ bitmap: Bitmap, through transform: CanvasTransform, with paint: CanvasPaint) {
        guard transform.isInvertible, transform.corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        guard let orientation = transform.orientation else {
            drawTurned(bitmap, transform, paint)
            return
        }
        guard let (bitmap, rectangle) = visible(bitmap.upright(from: orientation), in: transform.bounds) else { return }
        let place = PixelRectangle(
            x: Int(rectangle.minX), y: Int(rectangle.minY), width: Int(rectangle.width), height: Int(rectangle.height))
        let scaled = paint.keepsSquares ? bitmap.enlarged(to: place.size) : bitmap.scaled(to: place.size)
        let shape = paint.clip ?? Coverage(bounds)
        Self.withImage(scaled) { composite($0, at: place, covering: shape, opacity: paint.opacity, mode: paint.mode) }
    }

    private func drawTurned(_ bitmap: Bitmap, _ transform: CanvasTransform, _ paint: CanvasPaint) {
        let shape = Coverage(of: [transform.corners], in: paint.clip.map { bounds.intersection($0.bounds) } ?? bounds)
        guard !shape.isEmpty else { return }
        // An average over areas comes first, because interpolation between four pixels would skip others.
        let length = (x: hypot(transform.a, transform.b), y: hypot(transform.c, transform.d))
        func reduced(_ side: Int, _ length: Double) -> Int {
            paint.keepsSquares ? side : max(1, Int(min(Double(side), length.rounded(.up))))
        }
        let image = bitmap.scaled(
            to: PixelSize(width: reduced(bitmap.width, length.x), height: reduced(bitmap.height, length.y)))
        let inverse = PixelMap(from: shape.bounds, to: image.size, transform)
        guard let part = inverse.source(of: shape.bounds.size, in: image.size) else { return }
        let cropped = image.cropped(to: part)
        guard cropped.longSide <= Self.sideLimit, var matrix = inverse.matrix(movedBy: part) else { return }
        Self.withImage(cropped) { source in
            pixman_image_set_transform(source, &matrix)
            pixman_image_set_repeat(source, PIXMAN_REPEAT_PAD)
            pixman_image_set_filter(
                source, paint.keepsSquares ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)
            composite(
                source, at: shape.bounds, covering: paint.clip.map(shape.intersection) ?? shape,
                opacity: paint.opacity, mode: paint.mode)
        }
    }

    private static func withImage(_ bitmap: Bitmap, _ body: (OpaquePointer) -> Void) {
        bitmap.withBytes { bytes in
            // pixman doesn't write to it.
            let source = PixmanSurface.image(
                PIXMAN_a8b8g8r8, bitmap.size, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                bytesPerRow: bitmap.bytesPerRow)
            body(source)
            pixman_image_unref(source)
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
        let isCountable = edges.allSatisfy { abs($0) <= CGFloat(Self.sideLimit) }
        let isItself = whole.width == CGFloat(bitmap.width) && whole.height == CGFloat(bitmap.height)
        let isLarge = whole.width * whole.height > 4 * CGFloat(size.width * size.height)
        if isCountable, isItself || !isLarge { return (bitmap, whole) }
        guard let part = seen(of: bitmap, in: whole), part.size != bitmap.size else {
            return isCountable && whole.width * whole.height <= CGFloat(Self.areaLimit) ? (bitmap, whole) : nil
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
}

/// An affine map from pixels of a canvas to pixels of an image.
private struct PixelMap {
    private let a, b, c, d, tx, ty: Double

    /// - Parameters:
    ///   - area: The part of the canvas whose upper left corner is the origin of the map.
    ///   - transform: The map from the image's unit square to the canvas.
    init(from area: PixelRectangle, to size: PixelSize, _ transform: CanvasTransform) {
        let determinant = transform.a * transform.d - transform.b * transform.c
        let (across, down) = (Double(size.width) / determinant, Double(size.height) / determinant)
        let (x, y) = (Double(area.x) - transform.tx, Double(area.y) - transform.ty)
        (a, c) = (transform.d * across, -transform.c * across)
        (b, d) = (-transform.b * down, transform.a * down)
        tx = a * x + c * y
        ty = b * x + d * y
    }

    /// Returns the image's pixels that the area shows, with a margin for the filter.
    func source(of area: PixelSize, in size: PixelSize) -> PixelRectangle? {
        let (width, height) = (Double(area.width), Double(area.height))
        let corners = [(0, 0), (width, 0), (0, height), (width, height)]
        func range(_ values: [Double], _ count: Int) -> Range<Int>? {
            guard let least = values.min(), let most = values.max(), least.isFinite, most.isFinite else { return nil }
            let first = Int(max(0, min(Double(count - 1), least.rounded(.down) - 2)))
            return first..<max(first + 1, Int(max(1, min(Double(count), most.rounded(.up) + 2))))
        }
        guard let columns = range(corners.map { a * $0.0 + c * $0.1 + tx }, size.width),
            let rows = range(corners.map { b * $0.0 + d * $0.1 + ty }, size.height)
        else { return nil }
        return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Returns pixman's matrix to a part of the image, or `nil` if its numbers have more than 16 bits.
    func matrix(movedBy part: PixelRectangle) -> pixman_transform_t? {
        let rows = [[a, c, tx - Double(part.x)], [b, d, ty - Double(part.y)]]
        guard rows.joined().allSatisfy({ abs($0) < 32_767 }) else { return nil }
        func fixed(_ row: Int, _ column: Int) -> pixman_fixed_t {
            pixman_fixed_t((rows[row][column] * 65_536).rounded())
        }
        var matrix = pixman_transform_t()
        pixman_transform_init_identity(&matrix)
        matrix.matrix.0 = (fixed(0, 0), fixed(0, 1), fixed(0, 2))
        matrix.matrix.1 = (fixed(1, 0), fixed(1, 1), fixed(1, 2))
        return matrix
    }
}

extension Bitmap {
    /// Returns the image at another size, in which each pixel has the colour of the nearest one of this image.
    fileprivate func enlarged(to target: PixelSize) -> Bitmap {
        guard target != size else { return self }
        return Bitmap(width: target.width, height: target.height, hasAlpha: hasAlpha, isCleared: false) { pixels in
            withBytes { bytes in
                guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt32.self),
                    let place = pixels.baseAddress?.assumingMemoryBound(to: UInt32.self)
                else { return }
                let rowLength = bytesPerRow / Self.bytesPerPixel
                let columns = (0..<target.width).map { ($0 * 2 + 1) * width / (2 * target.width) }
                for y in 0..<target.height {
                    let row = source + (y * 2 + 1) * height / (2 * target.height) * rowLength
                    for x in 0..<target.width { place[y * target.width + x] = row[columns[x]] }
                }
            }
        }
    }
}
