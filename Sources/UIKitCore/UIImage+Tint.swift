import AlbumenGraphics
import Foundation

extension UIImage {
    /// Returns the upright pixels in one colour, or `nil` for an empty image.
    func tinted(_ color: CGColor) -> CGImage? {
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
