import AlbumenGraphics
import Dispatch
public import Foundation
import Pixels

extension UIImage {
    /// The picture at another size, upright. Blocks while it is made. Of a file whose pixels nobody has asked for yet, no
    /// more is decoded than the size needs.
    ///
    /// - Parameter size: in points of this image's scale; the shape is stretched where it differs.
    /// - Returns: nil for an empty image, for one that cannot be decoded, and for a size of less than a pixel or of more than
    ///   a gigabyte.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard let target = PixelSize(size, scale: scale), let bitmap = picture(covering: target) else { return nil }
        return UIImage(cgImage: CGImage(bitmap.scaled(to: target)), scale: scale, orientation: .up)
    }

    /// As `preparingThumbnail(of:)`, without blocking.
    ///
    /// - Parameter completionHandler: called once, on a thread of the system's.
    public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global().async { completionHandler(self.preparingThumbnail(of: size)) }
    }

    /// As `preparingThumbnail(of:)`, without blocking.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareThumbnail(of: size) { continuation.resume(returning: $0) }
        }
    }

    /// Itself, with its pixels decoded. Blocks while they are.
    ///
    /// - Returns: nil for an empty image, and for one that cannot be decoded.
    public func preparingForDisplay() -> UIImage? {
        cgImage == nil ? nil : self
    }

    /// As `preparingForDisplay()`, without blocking.
    ///
    /// - Parameter completionHandler: called once, on a thread of the system's.
    public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global().async { completionHandler(self.preparingForDisplay()) }
    }

    /// As `preparingForDisplay()`, without blocking.
    public func byPreparingForDisplay() async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareForDisplay { continuation.resume(returning: $0) }
        }
    }
}
