import AlbumenGraphics
public import CoreMedia
public import Foundation
import Synchronization

/// A filter of a video's frames, with Core Image.
///
/// ```swift
/// let movie = AVURLAsset(url: URL(fileURLWithPath: "IMG_1.MOV"))
/// let composition = AVVideoComposition(asset: movie) { request in
///     request.finish(with: request.sourceImage.applyingFilter("CIPhotoEffectMono"), context: nil)
/// }
/// let session = AVAssetExportSession(asset: movie, presetName: AVAssetExportPresetHighestQuality)
/// session?.videoComposition = composition
/// session?.outputFileType = .mov
/// session?.outputURL = URL(fileURLWithPath: "Grey.mov")
/// session?.exportAsynchronously { print(session?.error?.localizedDescription ?? "Done") }
/// ```
///
/// Any thread can use a composition. Only compositions with a handler can be exported. Custom compositors and
/// instructions don't exist here.
// Unchecked because the class is open. Its stored property has a lock.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    let state: Mutex<VideoCompositionState>

    /// Creates a composition without a handler, which can't be exported.
    public override init() {
        state = Mutex(VideoCompositionState())
        super.init()
    }

    init(_ state: VideoCompositionState) {
        self.state = Mutex(state)
        super.init()
    }

    /// Creates a composition that filters the frames of an asset. Blocks until the asset's properties have been read.
    ///
    /// The render size is the upright size of the asset's video. If the asset can't be read, it's zero, and an export
    /// fails with the asset's error.
    ///
    /// - Parameter applier: The handler of the frames. An export calls it for each frame, in the order of the frames, on
    ///   a thread of its own. It finishes the request, then or later, on any thread.
    @preconcurrency
    public convenience init(
        asset: AVAsset,
        applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) {
        self.init(VideoCompositionState(of: asset, applier))
    }

    /// Creates a composition that filters the frames of an asset.
    ///
    /// - Throws: An ``AVError`` if the asset can't be read.
    @preconcurrency
    nonisolated(nonsending) open class func videoComposition(
        with asset: AVAsset,
        applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws -> AVVideoComposition {
        AVVideoComposition(try await VideoCompositionState.load(asset, applier))
    }

    /// The size of the filtered frames in pixels. The lower left part of a larger image is kept, and the rest around a
    /// smaller image is black.
    open var renderSize: CGSize { state.withLock { $0.renderSize } }

    /// The duration of a frame at the average rate of the asset.
    ///
    /// An export keeps the times of the asset's frames, unless you set the duration of an
    /// ``AVMutableVideoComposition``. Apple's exports always have equal durations.
    open var frameDuration: CMTime { state.withLock { $0.frameDuration } }

    open func copy(with zone: NSZone? = nil) -> Any {
        AVVideoComposition(state.withLock { $0 })
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableVideoComposition(state.withLock { $0 })
    }

    /// Returns a composition that doesn't change with another one.
    static func unchanging(_ composition: AVVideoComposition) -> AVVideoComposition {
        guard composition is AVMutableVideoComposition else { return composition }
        return AVMutableVideoComposition(composition.state.withLock { $0 })
    }
}

/// The properties of a composition.
struct VideoCompositionState: Sendable {
    typealias Handler = @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void

    var renderSize = CGSize.zero
    var frameDuration = CMTime.invalid
    /// Whether the app chose the duration of the frames.
    var hasOwnFrameDuration = false
    var handler: Handler?

    init() {}

    /// Blocks until the asset's properties have been read.
    init(of asset: AVAsset, _ handler: @escaping Handler) {
        self.handler = handler
        guard let track = asset.tracks(withMediaType: .video).first else { return }
        let size = track.naturalSize.applying(track.preferredTransform)
        renderSize = CGSize(width: abs(size.width).rounded(), height: abs(size.height).rounded())
        frameDuration = track.minFrameDuration
    }

    nonisolated(nonsending) static func load(
        _ asset: AVAsset, _ handler: @escaping Handler
    ) async throws -> VideoCompositionState {
        let asset = UncheckedAsset(asset: asset)
        return try await withCheckedThrowingContinuation { continuation in
            MediaQueue.loading.addOperation {
                if !(asset.asset is AVComposition), case .failure(let error) = asset.asset.content.load() {
                    return continuation.resume(throwing: error._nsError)
                }
                continuation.resume(returning: VideoCompositionState(of: asset.asset, handler))
            }
        }
    }
}
