public import AlbumenGraphics
import Cancellation
public import CoreMedia
public import Foundation
import MediaRequests
import Synchronization

/// The handler of ``AVAssetImageGenerator/generateCGImagesAsynchronously(forTimes:completionHandler:)``: the requested
/// time, the image, the time of its frame, the result, and the reason of a failure.
public typealias AVAssetImageGeneratorCompletionHandler =
    @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

/// Makes images of an asset's frames, in the media worker.
///
/// All methods and properties can be used from any thread. Settings count from the next request on.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    public enum Result: Int, Sendable {
        case succeeded = 0
        case failed = 1
        case cancelled = 2
    }

    struct Settings: Sendable {
        var appliesTransform = false
        var maximumSize = CGSize.zero
        var toleranceBefore = CMTime.positiveInfinity
        var toleranceAfter = CMTime.positiveInfinity
    }

    private struct State {
        var settings = Settings()
        var running: [ObjectIdentifier: WorkCancellation] = [:]
    }

    private let state = Mutex(State())
    public let asset: AVAsset

    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    // MARK: Settings

    /// Whether to apply the track's rotation. The default is `false`.
    open var appliesPreferredTrackTransform: Bool {
        get { state.withLock { $0.settings.appliesTransform } }
        set { state.withLock { $0.settings.appliesTransform = newValue } }
    }

    /// The largest size of the images in pixels. They keep their aspect ratio and are never enlarged. A side of 0, the
    /// default, has no limit.
    open var maximumSize: CGSize {
        get { state.withLock { $0.settings.maximumSize } }
        set { state.withLock { $0.settings.maximumSize = newValue } }
    }

    /// How much earlier than requested a frame may be. The default is positive infinity, which permits the quickest
    /// frame. Zero means the frame that the asset shows at the requested time.
    open var requestedTimeToleranceBefore: CMTime {
        get { state.withLock { $0.settings.toleranceBefore } }
        set { state.withLock { $0.settings.toleranceBefore = newValue } }
    }

    /// How much later than requested a frame may be. The default is positive infinity.
    open var requestedTimeToleranceAfter: CMTime {
        get { state.withLock { $0.settings.toleranceAfter } }
        set { state.withLock { $0.settings.toleranceAfter = newValue } }
    }

    // MARK: Single images

    /// Returns the image at a time. Blocks until it's done.
    ///
    /// - Parameter actualTime: Receives the time of the image's frame.
    /// - Throws: An ``AVError``, such as ``AVError/noImageAtTime`` after the end.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
        let (image, time) = try make(requestedTime, nil)
        actualTime?.pointee = time
        return image
    }

    /// Returns the image at a time, and the time of its frame.
    ///
    /// - Throws: An ``AVError``, or a `CancellationError` if the task is cancelled.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let cancellation = begin()
        defer { end(cancellation) }
        return try await withTaskCancellationHandler {
            let result: Swift.Result<(CGImage, CMTime), AVError> = await withCheckedContinuation { continuation in
                MediaQueue.frames.addOperation {
                    continuation.resume(returning: self.result(at: time, cancellation))
                }
            }
            try Task.checkCancellation()
            switch result {
            case .success(let (image, actualTime)): return (image, actualTime)
            case .failure(let error): throw error._nsError
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Makes the image at a time.
    ///
    /// - Parameter handler: The handler to call once, on a thread of the system, with the image and the time of its
    ///   frame, or with an error.
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        generate([requestedTime]) { _, image, time, _, error in handler(image, time, error) }
    }

    // MARK: Several images

    /// Makes images, one after another.
    ///
    /// - Parameters:
    ///   - requestedTimes: Times as objects of `NSValue(time:)`.
    ///   - handler: The handler to call once for each time, in their order, on a thread of the system.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
        generate(requestedTimes.map(\.timeValue), handler)
    }

    /// Returns images as an asynchronous sequence. It makes each image when it's requested.
    open func images(for times: [CMTime]) -> Images {
        Images(generator: self, times: times)
    }

    /// Cancels all images that aren't done. Their handlers are called with the result `cancelled`.
    open func cancelAllCGImageGeneration() {
        let running = state.withLock { Array($0.running.values) }
        for cancellation in running { cancellation.cancel() }
    }

    private func generate(_ times: [CMTime], _ handler: @escaping AVAssetImageGeneratorCompletionHandler) {
        let cancellation = begin()
        MediaQueue.frames.addOperation {
            defer { self.end(cancellation) }
            for time in times {
                switch self.result(at: time, cancellation) {
                case .success(let (image, actualTime)): handler(time, image, actualTime, .succeeded, nil)
                case .failure(let error):
                    let isCancelled = error.code == .operationCancelled
                    handler(time, nil, .zero, isCancelled ? .cancelled : .failed, error._nsError)
                }
            }
        }
    }

    private func result(
        at time: CMTime, _ cancellation: WorkCancellation
    ) -> Swift.Result<(CGImage, CMTime), AVError> {
        Swift.Result { () throws(AVError) in
            let (image, actualTime) = try makeUnlessCancelled(time, cancellation)
            return (image, actualTime)
        }
    }

    private func make(_ time: CMTime, _ cancellation: WorkCancellation?) throws -> (CGImage, CMTime) {
        do throws(AVError) {
            return try makeUnlessCancelled(time, cancellation)
        } catch {
            throw error._nsError
        }
    }

    private func makeUnlessCancelled(
        _ time: CMTime, _ cancellation: WorkCancellation?
    ) throws(AVError) -> (CGImage, CMTime) {
        if cancellation?.isCancelled == true { throw AVError(.operationCancelled, "The image was cancelled.") }
        return try FrameSource(asset, at: time).image(state.withLock { $0.settings }, cancellation)
    }

    private func begin() -> WorkCancellation {
        let cancellation = WorkCancellation()
        state.withLock { $0.running[ObjectIdentifier(cancellation)] = cancellation }
        return cancellation
    }

    private func end(_ cancellation: WorkCancellation) {
        state.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(cancellation)) }
    }
}
