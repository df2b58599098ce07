public import AVFoundation
public import AlbumenGraphics
import Cancellation
public import CoreImage
import Dispatch
public import Foundation
import MediaRequests

/// Edits the photo and the video of a Live Photo with one frame processor.
///
/// ```swift
/// guard let asset = PHAsset.fetchAssets(with: .image, options: nil).firstObject else { return }
/// asset.requestContentEditingInput(with: nil) { input, _ in
///     guard let input, let context = PHLivePhotoEditingContext(livePhotoEditingInput: input) else { return }
///     context.frameProcessor = { frame, _ in frame.image.applyingFilter("CIPhotoEffectMono") }
///     let output = PHContentEditingOutput(contentEditingInput: input)
///     output.adjustmentData = PHAdjustmentData(
///         formatIdentifier: "com.example.filter", formatVersion: "1", data: Data("CIPhotoEffectMono".utf8))
///     context.saveLivePhoto(to: output, options: nil) { success, error in
///         print(success, error?.localizedDescription ?? "")
///     }
/// }
/// ```
///
/// A context renders one Live Photo at a time. A new call to prepare or save ends the call before, whose handler gets
/// `userCancelled` (3072). Handlers are called on the main queue, or on `PHPhotoLibrary.callbackQueue`. The frame
/// processor is called on a private serial queue: first for the photo, and then for each frame of the video, once and
/// in order. Use a context from one thread at a time.
open class PHLivePhotoEditingContext: NSObject {
    private let source: LivePhotoSource?
    private let queue = DispatchQueue(label: "albumen.photos.livephotoediting")
    private var running: WorkCancellation?
    private var volume: Float = 1

    /// Creates a context for the Live Photo of an input. Blocks until the media worker has read the properties of its
    /// files.
    ///
    /// - Returns: `nil` if the input isn't a Live Photo, or if its files can't be read. Writes the reason for the latter
    ///   to standard error.
    public init?(livePhotoEditingInput livePhotoInput: PHContentEditingInput) {
        guard let photo = livePhotoInput.fullSizeImageURL, let video = livePhotoInput.livePhoto?.videoURL else {
            return nil
        }
        do {
            source = try LivePhotoSource(
                photo: photo, video: video, orientation: livePhotoInput.fullSizeImageOrientation)
        } catch {
            Diagnostics.report("A Live Photo can't be edited: \(error)")
            return nil
        }
    }

    /// Creates a context without a Live Photo, for subclasses in tests of an app.
    public override init() {
        source = nil
    }

    /// The photo as it's stored, without its orientation. HEIC is always upright.
    open var fullSizeImage: CIImage { source?.fullSizeImage ?? CIImage() }

    /// The duration of the video.
    open var duration: CMTime { source?.duration ?? .zero }

    /// The time of the photo in the video. The middle of the video if the video doesn't contain the time.
    open var photoTime: CMTime { source?.photoTime ?? .zero }

    /// The orientation of the photo.
    open var orientation: CGImagePropertyOrientation { source?.orientation ?? .up }

    /// Edits each frame. `nil` keeps the frames.
    ///
    /// If the processor returns images of another size, the photo gets this size, and the video's frames get the same
    /// part of their size. If the processor returns neither an image nor an error, the rendering fails with -1.
    ///
    /// A call to prepare or save uses the processor that's set when the call is made.
    open var frameProcessor: PHLivePhotoFrameProcessingBlock?

    /// The volume of the video's sound, from 0 to 1. The default is 1. The result has no sound if it's 0.
    open var audioVolume: Float {
        get { volume }
        set { volume = newValue.isNaN ? 1 : min(1, max(0, newValue)) }
    }

    // MARK: Rendering

    /// Renders a Live Photo for playback.
    ///
    /// The Live Photo's files are temporary. They exist as long as the Live Photo.
    ///
    /// - Parameters:
    ///   - targetSize: The size in pixels into which the photo is fitted. Zero and `PHImageManagerMaximumSize` mean all
    ///     pixels. The video is reduced by the same factor.
    ///   - options: The raw value of ``PHLivePhotoEditingOption/shouldRenderAtPlaybackTime`` as a key, and a Boolean.
    ///   - handler: The handler to call once, with a Live Photo or an error: the processor's error, or a
    ///     `PHPhotosError`.
    @preconcurrency
    open func prepareLivePhotoForPlayback(
        withTargetSize targetSize: CGSize, options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (PHLivePhoto?, (any Error)?) -> Void
    ) {
        let callbacks = PhotoLibrarySession.current.callbackQueue
        prepare(targetSize, options, begin()) { result in
            callbacks.async {
                switch result {
                case .success(let livePhoto): handler(livePhoto, nil)
                case .failure(let error): handler(nil, error)
                }
            }
        }
    }

    /// Renders a Live Photo for playback, as ``prepareLivePhotoForPlayback(withTargetSize:options:completionHandler:)``
    /// does. Cancelling the task ends the rendering.
    ///
    /// - Throws: The processor's error, or a `PHPhotosError`.
    @discardableResult
    nonisolated(nonsending) open func livePhotoForPlayback(
        targetSize: CGSize, options: [String: Any]? = nil
    ) async throws -> PHLivePhoto {
        let cancellation = begin()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                prepare(targetSize, options, cancellation) { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Renders the edited photo and video in full size into an output. Commit the output in a change block.
    ///
    /// The photo is a JPEG with the metadata of the original, or HEIC if the URL for HEIC was requested from the output
    /// last. The video is a QuickTime movie. Both have a new content identifier, so that they're a Live Photo anywhere.
    ///
    /// - Parameters:
    ///   - options: Has no effect.
    ///   - handler: The handler to call once, with `true`, or with `false` and an error: the processor's error,
    ///     or a `PHPhotosError`. The output has no files then.
    @preconcurrency
    open func saveLivePhoto(
        to output: PHContentEditingOutput, options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let callbacks = PhotoLibrarySession.current.callbackQueue
        save(output, begin()) { result in
            callbacks.async {
                switch result {
                case .success: handler(true, nil)
                case .failure(let error): handler(false, error)
                }
            }
        }
    }

    /// Renders the edited photo and video into an output, as ``saveLivePhoto(to:options:completionHandler:)`` does.
    /// Cancelling the task ends the rendering.
    ///
    /// - Throws: The processor's error, or a `PHPhotosError`.
    nonisolated(nonsending) open func saveLivePhoto(
        to output: PHContentEditingOutput, options: [String: Any]? = nil
    ) async throws {
        let cancellation = begin()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                save(output, cancellation) { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Ends the rendering. Its handler gets `userCancelled` (3072). Has no effect if nothing is rendered.
    open func cancel() {
        running?.cancel()
        running = nil
    }

    // MARK: Work

    /// Ends the rendering before, and returns the signal that ends the next one.
    private func begin() -> WorkCancellation {
        cancel()
        let cancellation = WorkCancellation()
        running = cancellation
        return cancellation
    }

    private func prepare(
        _ targetSize: CGSize, _ options: [String: Any]?, _ cancellation: WorkCancellation,
        _ done: @escaping @Sendable (Result<PHLivePhoto, any Error>) -> Void
    ) {
        let isLazy = options?[PHLivePhotoEditingOption.shouldRenderAtPlaybackTime.rawValue].flatMap(Self.flag) ?? false
        run(done) { source, processor, volume in
            let playback = try LivePhotoPlayback(
                source: source, processor: processor, audioVolume: volume, targetSize: targetSize,
                cancellation: cancellation)
            return try playback.livePhoto(isVideoLazy: isLazy)
        }
    }

    private func save(
        _ output: PHContentEditingOutput, _ cancellation: WorkCancellation,
        _ done: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        run(done) { source, processor, volume in
            let rendering = LivePhotoRendering(
                source: source, processor: processor, audioVolume: volume, scale: 1,
                contentIdentifier: UUID().uuidString, cancellation: cancellation)
            try output.files.save(rendering)
        }
    }

    /// Does work on the queue with the settings that the context has now.
    private func run<Answer>(
        _ done: @escaping @Sendable (Result<Answer, any Error>) -> Void,
        _ work: @escaping @Sendable (LivePhotoSource, LivePhotoFrameProcessor?, Double) throws -> Answer
    ) {
        let (source, volume) = (source, Double(audioVolume))
        let processor = frameProcessor.map { LivePhotoFrameProcessor($0) }
        queue.async {
            do {
                guard let source else { throw RequestFailure.noLivePhoto }
                let answer = try work(source, processor, volume)
                done(.success(answer))
            } catch let failure as FrameProcessorFailure {
                done(.failure(failure.reason))
            } catch {
                done(.failure(NSError.photos(error)))
            }
        }
    }

    /// Booleans of clients are Swift's or Foundation's.
    private static func flag(_ value: Any) -> Bool? {
        value as? Bool ?? (value as? NSNumber)?.boolValue
    }
}
