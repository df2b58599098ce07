public import AlbumenGraphics
public import Foundation
import Pixels

extension UIImage {
    /// Draws the image into the current context of this thread, scaled to a rectangle in points. Rounds the edges of
    /// a rectangle that isn't rotated to whole pixels, which Apple's method doesn't.
    public func draw(in rect: CGRect) {
        draw(in: rect, blendMode: .normal, alpha: 1)
    }

    /// Draws the image in its own size into the current context of this thread.
    ///
    /// - Parameter point: The upper left corner, in points.
    public func draw(at point: CGPoint) {
        draw(at: point, blendMode: .normal, alpha: 1)
    }

    /// Draws the image as `draw(in:)` does, with a blend mode and an opacity.
    ///
    /// - Parameters:
    ///   - rect: The rectangle in points.
    ///   - blendMode: The way in which the image combines with the current content.
    ///   - alpha: The opacity, from 0 to 1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext(), let bitmap = uprightBitmap else { return }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.setAlpha(alpha)
        context.draw(bitmap, upperLeft: rect.origin, width: rect.width, height: rect.height)
        context.restoreGState()
    }

    /// Draws the image as `draw(at:)` does, with a blend mode and an opacity.
    ///
    /// - Parameters:
    ///   - point: The upper left corner, in points.
    ///   - blendMode: The way in which the image combines with the current content.
    ///   - alpha: The opacity, from 0 to 1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }
}
