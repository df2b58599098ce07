import AlbumenGraphics
import Foundation
public import UIKitCore

extension UIImage {
    /// Returns the image in one colour, with the opacity of this image's pixels. Blocks if they must be decoded.
    ///
    /// The pixels of the result are upright and have the colour. Apple's method keeps the pixels and applies the colour
    /// when the image is drawn. The rendering mode stays the same.
    public func withTintColor(_ color: UIColor) -> UIImage {
        withTintColor(color, renderingMode: renderingMode)
    }

    /// Returns the image in one colour, as ``withTintColor(_:)`` does, with a rendering mode.
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        var values = values
        values.renderingMode = renderingMode
        guard let pixels = tinted(color.cgColor) else { return copy(orientation: imageOrientation, traits: values) }
        return UIImage(cgImage: pixels, scale: scale, orientation: .up).copy(orientation: .up, traits: values)
    }

    /// Returns the upright pixels in one colour, or `nil` for an empty image.
    private func tinted(_ color: CGColor) -> CGImage? {
        guard let image = cgImage, let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
        let isTurned = [.left, .right, .leftMirrored, .rightMirrored].contains(imageOrientation)
        let (width, height) = isTurned ? (image.height, image.width) : (image.width, image.height)
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return nil }
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        context.setFillColor(color)
        context.fill(bounds)
        // UIKit draws from the upper left.
        context.translateBy(x: 0, y: CGFloat(height))
        context.scaleBy(x: 1, y: -1)
        UIGraphicsPushContext(context)
        draw(in: bounds, blendMode: .destinationIn, alpha: 1)
        UIGraphicsPopContext()
        return context.makeImage()
    }
}
