public import Foundation
package import Pixels

/// A bitmap to draw on, in its own memory or the caller's.
///
/// Coordinates have their origin at the lower left and y grows upwards, unless a transformation changes that, as
/// UIKit's contexts do. Drawing uses sRGB. Only one thread at a time can use a context.
///
/// Apple's class also draws paths, text, shadows and PDF. This class draws images and fills rectangles.
public final class CGContext {
    /// The settings that `saveGState()` stores.
    private struct State {
        var transform: CGAffineTransform
        var colour = CGColor.black
        var quality = CGInterpolationQuality.default
        var paint = CanvasPaint()
    }

    private let canvas: Canvas
    private let layout: PixelByteLayout
    private let space: CGColorSpace
    private let info: CGBitmapInfo
    /// Whether the memory is the caller's, which can contain any bytes.
    private let isBorrowed: Bool
    private var state: State
    private var saved: [State] = []

    /// Creates a bitmap with eight bits per component.
    ///
    /// The layout is one of these:
    /// - RGB with 32 bits per pixel, in either byte order: `premultipliedLast`, `premultipliedFirst`, `noneSkipLast`
    ///   or `noneSkipFirst`.
    /// - Grey with 8 bits per pixel: `none`. Drawing converts a colour to 0.299·R + 0.587·G + 0.114·B.
    ///
    /// - Parameters:
    ///   - data: Memory for the rows, the upper one first, which must exist as long as the context. The context draws
    ///     on its current content. Pass `nil` to let the context allocate memory, which is zero at first.
    ///   - bytesPerRow: The distance between the starts of two rows. 0 means the smallest.
    ///   - space: sRGB, the device's colour space, or one of their greys.
    ///   - bitmapInfo: A `CGImageAlphaInfo` and a byte order.
    /// - Returns: `nil` if the layout or colour space isn't supported, a side is less than 1 or more than 32,767
    ///   pixels, `bytesPerRow` is too small or not a multiple of a pixel, `data` isn't aligned to a pixel, or the
    ///   context's own memory would exceed a gigabyte.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        self.init(
            data, PixelSize(width: width, height: height), bitsPerComponent, bytesPerRow, space,
            CGBitmapInfo(rawValue: bitmapInfo), .identity)
    }

    /// Creates a bitmap for UIKit in sRGB.
    ///
    /// - Parameter transform: The transformation from UIKit's coordinates.
    package convenience init?(size: PixelSize, isOpaque: Bool, transform: CGAffineTransform) {
        let alpha = isOpaque ? CGImageAlphaInfo.noneSkipLast : .premultipliedLast
        self.init(
            nil, size, 8, 0, CGColorSpace(CGColorSpace.sRGB, .rgb), CGBitmapInfo(rawValue: alpha.rawValue), transform)
    }

    private init?(
        _ data: UnsafeMutableRawPointer?, _ size: PixelSize, _ bitsPerComponent: Int, _ bytesPerRow: Int,
        _ space: CGColorSpace, _ info: CGBitmapInfo, _ transform: CGAffineTransform
    ) {
        let bits = space.model == .monochrome ? 8 : 32
        let rowLength = bytesPerRow == 0 ? nil : bytesPerRow
        guard bitsPerComponent == 8,
            let layout = PixelByteLayout(bitsPerPixel: bits, space: space, bitmapInfo: info),
            let format = layout.canvasFormat,
            info.intersection(.alphaInfoMask).rawValue != CGImageAlphaInfo.none.rawValue || bits == 8,
            let canvas = Self.canvas(data, size, format, rowLength)
        else { return nil }
        (self.canvas, self.layout, self.space, self.info) = (canvas, layout, space, info)
        isBorrowed = data != nil
        state = State(transform: transform)
    }

    private static func canvas(
        _ data: UnsafeMutableRawPointer?, _ size: PixelSize, _ format: CanvasFormat, _ bytesPerRow: Int?
    ) -> Canvas? {
        guard let data else { return Canvas(size: size, format: format, bytesPerRow: bytesPerRow) }
        return Canvas(over: data, size: size, format: format, bytesPerRow: bytesPerRow)
    }

    // MARK: - The bitmap

    /// The first byte of the upper row. It's valid as long as the context exists.
    public var data: UnsafeMutableRawPointer? { canvas.base }
    /// The width in pixels.
    public var width: Int { canvas.size.width }
    /// The height in pixels.
    public var height: Int { canvas.size.height }
    public var bitsPerComponent: Int { 8 }
    public var bitsPerPixel: Int { canvas.format.bytesPerPixel * 8 }
    public var bytesPerRow: Int { canvas.bytesPerRow }
    public var colorSpace: CGColorSpace? { space }
    public var bitmapInfo: CGBitmapInfo { info }
    public var alphaInfo: CGImageAlphaInfo {
        CGImageAlphaInfo(rawValue: info.intersection(.alphaInfoMask).rawValue) ?? .none
    }

    /// Returns a copy of the current content as an image. Later drawing doesn't change the image.
    ///
    /// - Complexity: O(*n*) for *n* pixels.
    public func makeImage() -> CGImage? {
        makeImage(hasAlpha: layout.hasAlpha)
    }

    /// Returns a copy of the current content, without alpha if all of its pixels are opaque.
    package func makeSmallestImage() -> CGImage? {
        guard layout.hasAlpha, let image = makeImage(hasAlpha: true) else { return makeImage(hasAlpha: false) }
        return image.bitmap.isOpaque ? makeImage(hasAlpha: false) : image
    }

    private func makeImage(hasAlpha: Bool) -> CGImage? {
        let rowLength = width * Bitmap.bytesPerPixel
        let isCopy = !isBorrowed && layout.isStored && layout.hasAlpha
        return CGImage(
            Bitmap(width: width, height: height, hasAlpha: hasAlpha, isCleared: false) { pixels in
                guard let target = pixels.baseAddress else { return }
                for y in 0..<height {
                    let (row, place) = (canvas.base + y * bytesPerRow, target + y * rowLength)
                    if isCopy {
                        place.copyMemory(from: row, byteCount: rowLength)
                    } else {
                        layout.convert(
                            row.assumingMemoryBound(to: UInt8.self), into: place.assumingMemoryBound(to: UInt8.self),
                            count: width)
                    }
                }
            })
    }

    // MARK: - States

    /// Stores the transformation, clip, fill colour, opacity, blend mode and interpolation quality.
    public func saveGState() {
        saved.append(state)
    }

    /// Restores the settings of the latest `saveGState()`. Has no effect if there is none.
    public func restoreGState() {
        if let last = saved.popLast() { state = last }
    }

    /// The transformation from the coordinates of drawings to pixels, with their origin at the lower left.
    public var ctm: CGAffineTransform { state.transform }

    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }

    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        state.transform = state.transform.translatedBy(x: tx, y: ty)
    }

    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        state.transform = state.transform.scaledBy(x: sx, y: sy)
    }

    /// - Parameter angle: The angle in radians, counterclockwise if y grows upwards.
    public func rotate(by angle: CGFloat) {
        state.transform = state.transform.rotated(by: angle)
    }

    public func setFillColor(_ color: CGColor) {
        state.colour = color
    }

    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.colour = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        state.colour = CGColor(gray: gray, alpha: alpha)
    }

    /// - Parameter alpha: The opacity of all drawings, from 0 to 1.
    public func setAlpha(_ alpha: CGFloat) {
        state.paint.opacity = alpha.isNaN ? 1 : Double(min(1, max(0, alpha)))
    }

    public func setBlendMode(_ mode: CGBlendMode) {
        state.paint.mode = mode.canvasMode
    }

    /// The quality of scaled images. The default is `default`.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.quality }
        set {
            state.quality = newValue
            state.paint.keepsSquares = newValue == .none
        }
    }

    // MARK: - Clips

    /// Restricts drawing to a rectangle, in addition to the current clip. Edges between pixels are smooth.
    public func clip(to rect: CGRect) {
        clip(to: [rect])
    }

    /// Restricts drawing to the union of rectangles, in addition to the current clip.
    public func clip(to rects: [CGRect]) {
        let limit = state.paint.clip.map { canvas.bounds.intersection($0.bounds) } ?? canvas.bounds
        let shape = Coverage(of: rects.map(corners), in: limit)
        state.paint.clip = state.paint.clip.map(shape.intersection) ?? shape
    }

    /// Removes the clip.
    public func resetClip() {
        state.paint.clip = nil
    }

    /// The smallest rectangle around the current clip.
    public var boundingBoxOfClipPath: CGRect {
        let area = state.paint.clip?.bounds ?? canvas.bounds
        guard area.width > 0, area.height > 0 else { return .null }
        let pixels = CGRect(
            x: area.x, y: height - area.y - area.height, width: area.width, height: area.height)
        return pixels.applying(state.transform.inverted())
    }

    // MARK: - Drawing

    /// Draws an image, scaled to a rectangle. The image's upper edge is at the rectangle's largest y.
    ///
    /// Rounds the edges of a rectangle that isn't rotated to whole pixels, which Apple's method doesn't. Draws
    /// nothing if the rectangle is empty or has a coordinate that isn't finite.
    public func draw(_ image: CGImage, in rect: CGRect) {
        draw(
            image.bitmap, upperLeft: CGPoint(x: rect.minX, y: rect.maxY), width: rect.width, height: -rect.height)
    }

    /// Draws an upright bitmap.
    ///
    /// - Parameters:
    ///   - corner: The position of the bitmap's upper left corner.
    ///   - height: The difference in y from the upper to the lower edge.
    package func draw(_ bitmap: Bitmap, upperLeft corner: CGPoint, width: CGFloat, height: CGFloat) {
        guard width > 0, height != 0 else { return }
        let transform = pixelTransform
        let place = corner.applying(transform)
        canvas.draw(
            bitmap,
            through: CanvasTransform(
                a: transform.a * width, b: transform.b * width, c: transform.c * height, d: transform.d * height,
                tx: place.x, ty: place.y),
            with: state.paint)
    }

    /// Fills a rectangle with the fill colour.
    public func fill(_ rect: CGRect) {
        fill([rect])
    }

    /// Fills the union of rectangles with the fill colour.
    public func fill(_ rects: [CGRect]) {
        canvas.fill(rects.map(corners), state.colour.parts, with: state.paint)
    }

    /// Makes a rectangle transparent, or black if the context has no alpha. Only the clip restricts the effect.
    public func clear(_ rect: CGRect) {
        var paint = CanvasPaint()
        paint.mode = .clear
        paint.clip = state.paint.clip
        canvas.fill([corners(rect)], .zero, with: paint)
    }

    /// The transformation to pixels with their origin at the upper left.
    private var pixelTransform: CGAffineTransform {
        state.transform.concatenating(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
    }

    /// Returns the corners in pixels, in the order of the outline.
    private func corners(_ rect: CGRect) -> [CGPoint] {
        let transform = pixelTransform
        return [
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
            CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
        ].map { $0.applying(transform) }
    }
}
