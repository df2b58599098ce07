import Albumen

/// A part of a burst: its frames in the order in which they were taken, without those in Recently Deleted.
struct BurstDocument: Encodable {
    /// The name that all frames share.
    let identifier: String
    /// The frame that represents the burst.
    @OrNull var key: String?
    /// Whether the user keeps each frame, for the frames of the window.
    let kept: [Bool]
    /// The ranks are those in the burst.
    let window: TimelineWindow
}
