/// The replacement of a frame.
package enum FrameGraph: Sendable {
    /// The frame itself.
    case unchanged
    /// A graph whose sources can contain the frame (`GraphSource.frame`). The worker renders the rectangle from the
    /// origin to the render size on black.
    case graph(ImageGraph, sources: [GraphSource])
}
