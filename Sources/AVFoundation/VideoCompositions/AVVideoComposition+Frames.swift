import Cancellation
import CoreImage
import CoreMedia
import Foundation
import MediaRequests
import Pixels
import Synchronization

extension AVVideoComposition {
    /// Returns the editing of an export's frames.
    ///
    /// - Throws: An error that states the setting to change.
    func frameEditing(for export: VideoExport, _ cancellation: WorkCancellation) throws(AVError) -> FrameEditing {
        let state = state.withLock { $0 }
        guard let handler = state.handler else {
            throw AVError(
                .invalidVideoComposition, "The video composition has no handler, so it can't filter frames.",
                remedy: "Create it with init(asset:applyingCIFiltersWithHandler:).")
        }
        guard export.video != .copy else {
            throw AVError(
                .invalidVideoComposition, "A preset that copies samples can't filter frames.",
                remedy: "Choose another preset than AVAssetExportPresetPassthrough.")
        }
        let (width, height) = (state.renderSize.width.rounded(), state.renderSize.height.rounded())
        let sides = 1...CGFloat(RenderLimits.sideInPixels)
        guard sides.contains(width), sides.contains(height) else {
            throw AVError(
                .invalidVideoComposition, "The video composition's render size is \(width) by \(height) pixels.",
                remedy: "Set renderSize to a size from 1 to \(RenderLimits.sideInPixels) pixels.")
        }
        return FrameEditing(
            renderSize: PixelSize(width: Int(width), height: Int(height)),
            frameDuration: try Self.frameDuration(state)
        ) { frame in
            let image = CIImage(frame)
            let request = AVAsynchronousCIImageFilteringRequest(
                image, at: CMTime(frame.time), renderSize: CGSize(width: width, height: height))
            handler(request)
            return try request.result(unless: cancellation).frameGraph(replacing: image)
        }
    }

    private static func frameDuration(_ state: VideoCompositionState) throws(AVError) -> MediaTime? {
        guard state.hasOwnFrameDuration else { return nil }
        guard let duration = MediaTime(state.frameDuration), duration.seconds >= 0.001 else {
            throw AVError(
                .invalidVideoComposition,
                "The video composition's frame duration is \(state.frameDuration.seconds) seconds.",
                remedy: "Set frameDuration to at least a thousandth of a second.")
        }
        return duration
    }
}
