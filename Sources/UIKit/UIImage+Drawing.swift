public import Foundation
import Pixels

extension UIImage {
    /// Draws the image into the innermost context on this thread, scaled to a rectangle in points. Rounds the
    /// rectangle's edges to whole pixels, which Apple's method doesn't.
    public func draw(in rect: CGRect) {
        draw(in: rect, blendMode: .normal, alpha: 1)
    }

    /// Draws the image in its own size into the innermost context on this thread.
    ///
    /// - Parameter point: The upper left corner, in points.
    public func draw(at point: CGPoint) {
        draw(at: point, blendMode: .normal, alpha: 1)
    }

    /// Draws the image as `draw(in:)` does, with a blend mode and an opacity.
    ///
    /// - Parameters:
    ///   - rect: The rectangle in points.
    ///   - blendMode: Whether the image replaces the current content.
    ///   - alpha: The opacity, from 0 to 1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = ImageContext.current, let bitmap = uprightBitmap else { return }
        context.draw(bitmap, in: rect, opacity: Double(alpha), replaces: blendMode == .copy)
    }

    /// Draws the image as `draw(at:)` does, with a blend mode and an opacity.
    ///
    /// - Parameters:
    ///   - point: The upper left corner, in points.
    ///   - blendMode: Whether the image replaces the current content.
    ///   - alpha: The opacity, from 0 to 1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }
}

/// The supported subset of Apple's blend modes.
public enum CGBlendMode: Int32, Sendable {
    /// Draws over the current content.
    case normal = 0
    /// Replaces the current content.
    case copy = 17
}
