package import Pixels

/// The settings of an editing session that the worker needs.
package struct FrameSettings: Codable, Hashable, Sendable {
    /// The size of the rendered frames, or `nil` for the size of the frames.
    package var renderSize: PixelSize?
    /// The time from one rendered frame to the next, or `nil` for the times of the frames.
    package var frameDuration: MediaTime?

    package init(renderSize: PixelSize? = nil, frameDuration: MediaTime? = nil) {
        self.renderSize = renderSize
        self.frameDuration = frameDuration
    }

    private static let durationRange = 0.001...3600

    /// - Throws: `unsupported` if a setting isn't positive. `limitExceeded` if the size is too large.
    package func check() throws(MediaError) {
        if let renderSize {
            guard renderSize.width >= 2, renderSize.height >= 2 else {
                throw MediaError(.unsupported, "The render size of the video has to be at least 2 by 2 pixels.")
            }
            let side = RenderLimits.sideInPixels
            guard renderSize.width <= side, renderSize.height <= side,
                renderSize.width * renderSize.height <= RenderLimits.wholeAreaInPixels
            else {
                throw MediaError(
                    .limitExceeded,
                    "A render size of \(renderSize.width) by \(renderSize.height) pixels is larger than albumen allows."
                )
            }
        }
        guard let frameDuration else { return }
        guard frameDuration.isValid, Self.durationRange.contains(frameDuration.seconds) else {
            throw MediaError(
                .unsupported, "The frame duration of the video has to be between a thousandth of a second and an hour.")
        }
    }
}
