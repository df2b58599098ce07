package import Pixels

/// The editing of all frames of a video.
package struct FrameEditing: Sendable {
    /// The size of the rendered frames. `nil` keeps the size of the frames. Odd sides lose their last column or row.
    package var renderSize: PixelSize?
    /// The time from one rendered frame to the next. `nil` keeps the times of the frames.
    package var frameDuration: MediaTime?
    /// Receives each frame once, in the order of their times, and returns the graph that replaces it.
    ///
    /// Runs on the thread that called `VideoExporter.run`, without a lock or a worker of the pool, and may take any
    /// time. If it throws, the session ends with its error.
    package var process: @Sendable (EditedFrame) throws -> FrameGraph

    package init(
        renderSize: PixelSize? = nil, frameDuration: MediaTime? = nil,
        process: @escaping @Sendable (EditedFrame) throws -> FrameGraph
    ) {
        self.renderSize = renderSize
        self.frameDuration = frameDuration
        self.process = process
    }
}
