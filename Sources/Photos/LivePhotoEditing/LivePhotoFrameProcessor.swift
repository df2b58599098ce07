import AlbumenGraphics
import CoreImage
import Foundation
import UIKitCore

/// Calls an app's frame processor, on one thread at a time.
struct LivePhotoFrameProcessor: Sendable {
    private let block: UncheckedSendable<PHLivePhotoFrameProcessingBlock>

    init(_ block: @escaping PHLivePhotoFrameProcessingBlock) {
        self.block = UncheckedSendable(block)
    }

    /// Returns the edited image of a frame, with its lower left corner at the origin.
    ///
    /// - Throws: `FrameProcessorFailure` with the app's error, or `RequestFailure` if there is neither an image nor an
    ///   error.
    func image(for frame: EditedLivePhotoFrame) throws -> CIImage {
        var reason: NSError?
        let processed = withUnsafeMutablePointer(to: &reason) { block.value(frame, $0) }
        guard let processed else {
            if let reason { throw FrameProcessorFailure(reason: reason) }
            throw RequestFailure(
                code: .internalError,
                message: "The frame processor returned no image for the \(frame.type) frame at \(frame.time.seconds) "
                    + "seconds. Return an image for each frame, or set the error.")
        }
        // A colour or a clamped image has no size of its own.
        if processed.extent.isInfinite { return processed.cropped(to: frame.image.extent) }
        let origin = processed.extent.origin
        guard origin != .zero else { return processed }
        return processed.transformed(by: CGAffineTransform(translationX: -origin.x, y: -origin.y))
    }
}

/// The error of an app's frame processor.
struct FrameProcessorFailure: Error {
    let reason: NSError
}

extension CIImage {
    /// Returns the image with its lower left corner at the origin, and enlarged or reduced to a size.
    func fitted(to size: CGSize) -> CIImage {
        let extent = extent
        guard extent.width > 0, extent.height > 0,
            abs(extent.width - size.width) > 1.5 || abs(extent.height - size.height) > 1.5
        else { return self }
        return transformed(
            by: CGAffineTransform(scaleX: size.width / extent.width, y: size.height / extent.height))
    }

    /// Returns the image enlarged or reduced to a whole number of pixels.
    func scaled(by scale: CGFloat) -> CIImage {
        guard scale != 1 else { return self }
        let size = CGSize(
            width: max(1, (extent.width * scale).rounded()), height: max(1, (extent.height * scale).rounded()))
        return transformed(
            by: CGAffineTransform(scaleX: size.width / extent.width, y: size.height / extent.height)
        ).cropped(to: CGRect(origin: .zero, size: size))
    }
}
