import CLibAV
import MediaRequests
import Pixels

/// Converts decoded frames to the frames of a part: 4:2:0 with eight bits, of standard range, with square pixels,
/// reduced to the part's number of lines. Only one thread can use it.
///
/// HDR and wide primaries become BT.709, as in posters. Of an interlaced frame, it uses one field.
final class PartScaler {
    let format: PictureFormat
    private let scaler: PictureScaler
    private let field: FrameBuffer

    /// The largest enlargement. A frame that needs more doesn't match the file's header.
    private static let growthLimit = 4

    /// - Parameters:
    ///   - first: The part's first frame, which determines the colours.
    ///   - lines: The limit of the short side.
    init(_ movie: PartMovie, first: VideoFrame, lines: Int) throws(MediaError) {
        var format = try PictureFormat(movie.videoStream, for: .h264(VideoLimits()))
        format.pixelAspect = AVRational(num: 1, den: 1)
        format.size = Self.size(movie.geometry.storedSize, lines: lines)
        format.takeColours(of: first.frame.pointee, movie.videoStream)
        self.format = format
        scaler = try PictureScaler(format)
        field = try FrameBuffer()
    }

    /// Returns the size of a part's frames. Both sides are even. Reduces the short side to the number of lines.
    private static func size(_ stored: PixelSize, lines: Int) -> PixelSize {
        let scale = min(1, Double(lines) / Double(max(1, min(stored.width, stored.height))))
        func even(_ side: Int) -> Int { max(2, Int((Double(side) * scale / 2).rounded()) * 2) }
        return PixelSize(width: even(stored.width), height: even(stored.height))
    }

    /// Converts a frame. The result is valid until the next call.
    ///
    /// - Throws: `unsupported` or `unreadable`.
    func converted(_ frame: VideoFrame) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        guard format.size.width <= frame.size.width * Self.growthLimit,
            format.size.height <= frame.size.height * Self.growthLimit
        else { throw MediaError(.unreadable, "the movie's frames are not of the size that its header says") }
        guard frame.frame.pointee.interlaced_frame != 0, frame.size.height >= 4 else {
            return try scaler.converted(frame.frame)
        }
        // Every second row of the same memory.
        av_frame_unref(field.frame)
        guard av_frame_ref(field.frame, frame.frame) >= 0 else { throw .noMemoryForMovie }
        field.frame.pointee.height /= 2
        for plane in 0..<4 {
            withUnsafeMutableBytes(of: &field.frame.pointee.linesize) { steps in
                steps.bindMemory(to: Int32.self)[plane] *= 2
            }
        }
        return try scaler.converted(field.frame)
    }
}
