public import CoreMedia
public import Foundation
import Synchronization

/// A filter of a video's frames, whose size and rate can be changed. See ``AVVideoComposition``.
// Unchecked because the class is open.
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
    /// Creates a composition that filters the frames of an asset.
    ///
    /// - Throws: An ``AVError`` if the asset can't be read.
    @preconcurrency
    nonisolated(nonsending) open override class func videoComposition(
        with asset: AVAsset,
        applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws -> AVMutableVideoComposition {
        AVMutableVideoComposition(try await VideoCompositionState.load(asset, applier))
    }

    /// The size of the filtered frames in pixels. An export fails if a side isn't positive.
    open override var renderSize: CGSize {
        get { super.renderSize }
        set { state.withLock { $0.renderSize = newValue } }
    }

    /// The duration of a frame. If you set it, an export has one frame for each multiple of it. An invalid time keeps
    /// the times of the asset's frames.
    open override var frameDuration: CMTime {
        get { super.frameDuration }
        set {
            state.withLock { state in
                state.frameDuration = newValue
                state.hasOwnFrameDuration = newValue.isNumeric
            }
        }
    }
}
