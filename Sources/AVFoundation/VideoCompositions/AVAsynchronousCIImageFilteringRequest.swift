import Cancellation
public import CoreImage
public import CoreMedia
import Dispatch
public import Foundation
import MediaRequests
import Synchronization

/// A frame to filter. An export waits until one of the two methods has finished the request.
///
/// Only the first call of a method counts. Any thread can call them. `init()` creates an empty request, so that tests of
/// an app can subclass it.
// Unchecked because the class is open. Its stored properties are constant, except for one with a lock.
open class AVAsynchronousCIImageFilteringRequest: NSObject, NSCopying, @unchecked Sendable {
    private let image: CIImage
    private let time: CMTime
    private let size: CGSize
    private let outcome = Mutex<Result<CIImage, any Error>?>(nil)
    private let finished = DispatchSemaphore(value: 0)

    /// Creates an empty request, for subclasses in tests of an app.
    public override init() {
        (image, time, size) = (CIImage(), .zero, .zero)
        super.init()
    }

    init(_ image: CIImage, at time: CMTime, renderSize: CGSize) {
        (self.image, self.time, size) = (image, time, renderSize)
        super.init()
    }

    /// Returns the object itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// The upright frame. Contexts can render it until the request is finished.
    open var sourceImage: CIImage { image }

    /// The time at which the frame plays in the asset or composition.
    open var compositionTime: CMTime { time }

    /// The size of the result in pixels.
    open var renderSize: CGSize { size }

    /// Finishes the request with an image. The part from the origin to the render size replaces the frame.
    ///
    /// - Parameter context: Has no effect. The media worker renders the image.
    open func finish(with filteredImage: CIImage, context: CIContext?) {
        finish(.success(filteredImage))
    }

    /// Finishes the request with an error. The export fails with it.
    open func finish(with error: any Error) {
        finish(.failure(error))
    }

    private func finish(_ result: Result<CIImage, any Error>) {
        let isFirst = outcome.withLock { outcome in
            guard outcome == nil else { return false }
            outcome = result
            return true
        }
        if isFirst { finished.signal() }
    }

    /// Waits for the result. Blocks.
    ///
    /// - Throws: The error of the app, or `cancelled`.
    func result(unless cancellation: WorkCancellation) throws -> CIImage {
        cancellation.whileWaking({ self.finished.signal() }, while: { self.finished.wait() })
        guard let outcome = outcome.withLock({ $0 }) else { throw MediaError.cancelled }
        return try outcome.get()
    }
}
