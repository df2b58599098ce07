/// The other frames of some assets' bursts.
struct FramesDocument: Encodable {
    /// The number of bursts to which these frames belong.
    let bursts: Int
    let frames: [String]
}
