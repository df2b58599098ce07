import Albumen

/// A part of a burst: its frames in the order in which they were taken, except those in Recently Deleted.
struct BurstDocument: Encodable {
    /// The identifier that all frames share.
    let identifier: String
    /// The frame that represents the burst.
    @OrNull var key: String?
    /// Whether the user keeps each frame of the window.
    let kept: [Bool]
    /// The frames. Their ranks are positions in the burst.
    let window: TimelineWindow
}
