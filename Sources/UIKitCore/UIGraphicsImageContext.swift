// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

public import AlbumenGraphics
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

/// Returns the current context of this thread: the innermost context of `UIGraphicsBeginImageContext`,
/// `UIGraphicsPushContext` or an image renderer. Returns `nil` if there is none or its size has no image.
///
/// UIKit's contexts have their origin at the upper left, and y grows downwards. `CGContext.draw(_:in:)` therefore
/// draws an image upside down into them, as on Apple's platforms. `UIImage.draw(in:)` draws it upright.
public func UIGraphicsGetCurrentContext() -> CGContext? {
    ImageContext.current?.context
}

/// Makes a context the current one of this thread, until `UIGraphicsPopContext`.
public func UIGraphicsPushContext(_ context: CGContext) {
    ImageContext.push(ImageContext(context))
}

/// Makes the previous context the current one of this thread. Has no effect if there is none.
public func UIGraphicsPopContext() {
    ImageContext.pop()
}

/// A context in a thread's stack.
final class ImageContext {
    private static let key = "albumen.imageContexts"

    /// The number of pixels per point.
    private let scale: CGFloat
    /// The context, or `nil` if the size has no area or exceeds the limit.
    let context: CGContext?

    /// Creates a context for an image, with coordinates in points from the upper left.
    init(bounds: CGRect, isOpaque: Bool, scale: CGFloat) {
        let scale = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
        self.scale = scale
        context = PixelSize(bounds.size, scale: scale, rounding: .up).flatMap { size in
            CGContext(
                size: size, isOpaque: isOpaque,
                transform: CGAffineTransform(
                    a: scale, b: 0, c: 0, d: -scale, tx: -bounds.minX * scale,
                    ty: CGFloat(size.height) + bounds.minY * scale))
        }
    }

    /// Wraps a client's context.
    init(_ context: CGContext) {
        scale = 1
        self.context = context
    }

    func image() -> UIImage? {
        context?.makeSmallestImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
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
