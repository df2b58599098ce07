// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import AlbumenGraphics
public import Foundation
import Pixels

/// Starts an image on this thread. `UIImage.draw(in:)` draws into it until `UIGraphicsEndImageContext`. Contexts can
/// be nested.
///
/// - Parameters:
///   - size: The size in points. There is no image if the size has no area, a side exceeds 32,767 pixels, or the area
///     exceeds 250 million pixels.
///   - opaque: Whether the image starts black instead of transparent.
///   - scale: The number of pixels per point. 0 means the scale of the screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    ImageContext.push(ImageContext(bounds: CGRect(origin: .zero, size: size), isOpaque: opaque, scale: scale))
}

/// Starts a transparent image on this thread, at one pixel per point.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Returns the current content of the innermost context on this thread. Returns `nil` if there is no context or its
/// size has no image.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    ImageContext.current?.image()
}

/// Ends the innermost context on this thread. Has no effect if there is none.
public func UIGraphicsEndImageContext() {
    ImageContext.pop()
}

/// An image to draw on, with coordinates in points.
final class ImageContext {
    private static let key = "albumen.imageContexts"

    private let scale: CGFloat
    private let origin: CGPoint
    /// The canvas, or `nil` if the size has no area or exceeds the limit.
    private let canvas: Canvas?

    init(bounds: CGRect, isOpaque: Bool, scale: CGFloat) {
        self.scale = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
        origin = bounds.origin
        canvas = PixelSize(bounds.size, scale: self.scale, rounding: .up).map { Canvas(size: $0, isOpaque: isOpaque) }
    }

    func image() -> UIImage? {
        canvas.map { UIImage(cgImage: CGImage($0.bitmap()), scale: scale, orientation: .up) }
    }

    /// - Parameter rectangle: The rectangle in points.
    func draw(_ bitmap: Bitmap, in rectangle: CGRect, opacity: Double, replaces: Bool) {
        let target = CGRect(
            x: (rectangle.minX - origin.x) * scale, y: (rectangle.minY - origin.y) * scale,
            width: rectangle.width * scale, height: rectangle.height * scale)
        canvas?.draw(bitmap, in: target, opacity: opacity, replaces: replaces)
    }

    static var current: ImageContext? { contexts.last }

    static func push(_ context: ImageContext) {
        contexts.append(context)
    }

    static func pop() {
        _ = contexts.popLast()
    }

    /// The contexts of this thread, with the innermost one last.
    private static var contexts: [ImageContext] {
        get { Thread.current.threadDictionary[key] as? [ImageContext] ?? [] }
        set { Thread.current.threadDictionary[key] = newValue }
    }
}
