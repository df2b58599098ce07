package import MediaRequests
package import Pixels

/// Replaces the frames of a video by the graphs of a host. Only one thread can use it.
package protocol FrameReplacing: AnyObject {
    /// Sends a frame to the host. Returns at once.
    func announce(_ frame: FrameDescription)

    /// Waits for the answer to the announced frame.
    ///
    /// - Parameter pixels: Returns the frame's pixels: upright, in sRGB, opaque, row by row. They're always at the same
    ///   address and stay valid until the frame is rendered.
    func awaitAnswer(_ pixels: () throws(MediaError) -> UnsafeRawBufferPointer) throws(MediaError)

    /// Renders the last answer. The next frame can be announced before.
    ///
    /// - Parameters:
    ///   - pixels: As for `awaitAnswer(_:)`.
    ///   - frameSize: The size of the frame.
    ///   - size: The size of the result.
    /// - Returns: Opaque pixels that are valid until the next call, or `nil` if the frame stays unchanged.
    func render(
        _ pixels: () throws(MediaError) -> UnsafeRawBufferPointer, frameSize: PixelSize, size: PixelSize
    ) throws(MediaError) -> UnsafeRawBufferPointer?
}
