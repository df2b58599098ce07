package import MediaRequests

/// An export as its process receives it.
package struct ExportWork {
    package var export: VideoExport
    /// The descriptors of the movies.
    package var sources: [Int32]
    /// The descriptor of the output file.
    package var output: Int32
    /// The host's closure for frames, or `nil` if the frames aren't edited.
    package var frames: FrameExchange?
    /// Receives the finished share, from 0 to 1.
    package var report: (Double) -> Void
}
