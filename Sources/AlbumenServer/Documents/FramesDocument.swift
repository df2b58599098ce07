/// The other frames of some assets' bursts.
struct FramesDocument: Encodable {
    /// How many bursts these frames belong to.
    let bursts: Int
    let frames: [String]
}
