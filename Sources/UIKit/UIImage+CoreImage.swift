public import CoreImage
public import Foundation
public import UIKitCore

extension UIImage {
    /// Creates an image from Core Image's, at one pixel per point. Blocks until the media worker has rendered it.
    ///
    /// The image is empty if the extent is empty or infinite, or if Core Image's can't be rendered. Apple's initializer
    /// renders when the image is drawn, so that `cgImage` is `nil`.
    public convenience init(ciImage: CIImage) {
        self.init(ciImage: ciImage, scale: 1, orientation: .up)
    }

    /// Creates an image from Core Image's, as ``init(ciImage:)`` does.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per point. 0 means 1.
    ///   - orientation: The rotation and mirroring that make the pixels upright.
    public convenience init(ciImage: CIImage, scale: CGFloat, orientation: UIImage.Orientation) {
        guard !ciImage.extent.isInfinite, let image = CIContext().createCGImage(ciImage, from: ciImage.extent) else {
            self.init()
            return
        }
        self.init(cgImage: image, scale: scale, orientation: orientation)
    }
}
