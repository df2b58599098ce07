package import Pixels

/// A frame of a video for which an editing session waits.
///
/// The frame can be used until the closure that received it returns. Its pixels stay in the media worker until they are
/// requested.
package struct EditedFrame: Sendable {
    /// The number of frames before this one in the session.
    package let number: Int
    /// The time at which the frame plays in the result, before `FrameEditing.frameDuration` changes it.
    package let time: MediaTime
    /// The size in square pixels, upright, before `FrameEditing.renderSize` changes it.
    package let width: Int
    package let height: Int
    let loan: FrameLoan

    package init(number: Int, time: MediaTime, size: PixelSize, loan: FrameLoan) {
        self.number = number
        self.time = time
        (width, height) = (size.width, size.height)
        self.loan = loan
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }

    /// Copies the frame's pixels out of the worker: upright, in sRGB and opaque. Blocks the calling thread.
    ///
    /// The first call copies. Later ones return the same bitmap. Any thread can call it.
    ///
    /// - Throws: `unsupported` after the closure of the frame has returned. `cancelled` if the session was cancelled.
    ///   The error of the session if the worker ends.
    package func pixels() throws(MediaError) -> Bitmap { try loan.pixels() }
}
