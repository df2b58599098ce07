// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import AlbumenGraphics
public import Foundation
import Pixels

/// Begins a picture on this thread, into which `UIImage.draw(in:)` then draws until `UIGraphicsEndImageContext`. They can
/// be nested.
///
/// - Parameters:
///   - size: in points. One without an area, with a side of more than 32,767 pixels or of more than
///     250 million in all, gives no picture.
///   - opaque: it begins black; else clear.
///   - scale: pixels to a point; 0 stands for the screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    ImageContext.push(ImageContext(bounds: CGRect(origin: .zero, size: size), isOpaque: opaque, scale: scale))
}

/// Begins a clear picture on this thread, with one pixel to a point.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// The picture begun last on this thread, as it is now; nil where none was begun, or one of no
/// possible size.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    ImageContext.current?.image()
}

/// Ends the picture begun last on this thread. Nothing happens where none was begun.
public func UIGraphicsEndImageContext() {
    ImageContext.pop()
}

/// A picture being drawn, in points.
final class ImageContext {
    private static let key = "albumen.imageContexts"

    private let scale: CGFloat
    private let origin: CGPoint
    /// Nil where the size has no area or is over the limit.
    private let canvas: Canvas?

    init(bounds: CGRect, isOpaque: Bool, scale: CGFloat) {
        self.scale = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
        origin = bounds.origin
        canvas = PixelSize(bounds.size, scale: self.scale, rounding: .up).map { Canvas(size: $0, isOpaque: isOpaque) }
    }

    func image() -> UIImage? {
        canvas.map { UIImage(cgImage: CGImage($0.bitmap()), scale: scale, orientation: .up) }
    }

    /// - Parameter rectangle: in points.
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

    /// Those begun on this thread, the last one last.
    private static var contexts: [ImageContext] {
        get { Thread.current.threadDictionary[key] as? [ImageContext] ?? [] }
        set { Thread.current.threadDictionary[key] = newValue }
    }
}
