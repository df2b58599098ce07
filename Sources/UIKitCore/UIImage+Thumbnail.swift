import AlbumenGraphics
import Dispatch
public import Foundation
import Pixels

extension UIImage {
    /// Returns the upright image at another size. Blocks until it's done.
    ///
    /// If the image is a file that isn't decoded yet, the method decodes no more than the size needs.
    ///
    /// - Parameter size: The size in points at this image's scale. The method doesn't keep the aspect ratio.
    /// - Returns: `nil` if the image is empty, the worker can't decode it, or the size is less than a pixel or more
    ///   than a gigabyte.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard let target = PixelSize(size, scale: scale), let bitmap = picture(covering: target) else { return nil }
        return UIImage(cgImage: CGImage(bitmap.scaled(to: target)), scale: scale, orientation: .up)
    }

    /// Prepares a thumbnail as `preparingThumbnail(of:)` does, without blocking.
    ///
    /// - Parameters:
    ///   - size: The size in points at this image's scale.
    ///   - completionHandler: The handler to call once, on a thread of the system.
    public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global().async { completionHandler(self.preparingThumbnail(of: size)) }
    }

    /// Returns a thumbnail as `preparingThumbnail(of:)` does, without blocking.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareThumbnail(of: size) { continuation.resume(returning: $0) }
        }
    }

    /// Decodes the pixels and returns the image itself. Blocks until it's done.
    ///
    /// - Returns: `nil` if the image is empty or the worker can't decode it.
    public func preparingForDisplay() -> UIImage? {
        cgImage == nil ? nil : self
    }

    /// Decodes the pixels as `preparingForDisplay()` does, without blocking.
    ///
    /// - Parameter completionHandler: The handler to call once, on a thread of the system.
    public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global().async { completionHandler(self.preparingForDisplay()) }
    }

    /// Decodes the pixels as `preparingForDisplay()` does, without blocking.
    public func byPreparingForDisplay() async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareForDisplay { continuation.resume(returning: $0) }
        }
    }
}
