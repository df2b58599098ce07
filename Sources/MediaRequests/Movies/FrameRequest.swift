/// A request for the frame of a movie at a time.
package struct FrameRequest: Codable, Sendable, Equatable {
    /// The requested time, in the time of the video track's samples.
    package var time: MediaTime
    /// How much earlier and later than `time` the frame may be. A larger tolerance is quicker, because a keyframe needs
    /// no other frames.
    package var toleranceBefore: MediaTime
    package var toleranceAfter: MediaTime
    /// The size of the image, upright or as stored.
    package var size: RenderRequest.Size
    /// Whether to apply the track's rotation.
    package var appliesTransform: Bool

    package init(
        time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime, size: RenderRequest.Size,
        appliesTransform: Bool
    ) {
        self.time = time
        self.toleranceBefore = toleranceBefore
        self.toleranceAfter = toleranceAfter
        self.size = size
        self.appliesTransform = appliesTransform
    }
}

/// The layout of a frame in the shared memory, and its time.
package struct FrameLayout: Codable, Sendable, Equatable {
    package var layout: PictureLayout
    package var time: MediaTime

    package init(_ rendering: Rendering, time: MediaTime) {
        layout = PictureLayout(rendering)
        self.time = time
    }
}
