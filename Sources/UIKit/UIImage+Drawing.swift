public import Foundation
import Pixels

extension UIImage {
    /// Draws the picture into the one begun last on this thread, stretched into a rectangle of points. The rectangle's sides
    /// are moved to whole pixels; Apple's are not.
    public func draw(in rect: CGRect) {
        draw(in: rect, blendMode: .normal, alpha: 1)
    }

    /// Draws the picture in its own size into the one begun last on this thread.
    ///
    /// - Parameter point: of the upper left corner, in points.
    public func draw(at point: CGPoint) {
        draw(at: point, blendMode: .normal, alpha: 1)
    }

    /// As `draw(in:)`.
    ///
    /// - Parameters:
    ///   - blendMode: whether what is there shows through.
    ///   - alpha: the picture's opacity, 0 to 1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = ImageContext.current, let bitmap = uprightBitmap else { return }
        context.draw(bitmap, in: rect, opacity: Double(alpha), replaces: blendMode == .copy)
    }

    /// As `draw(at:)`.
    ///
    /// - Parameters:
    ///   - blendMode: whether what is there shows through.
    ///   - alpha: the picture's opacity, 0 to 1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }
}

/// How a picture is laid over another: Apple's, as far as it is here.
public enum CGBlendMode: Int32, Sendable {
    /// Over what is there.
    case normal = 0
    /// In its place.
    case copy = 17
}
