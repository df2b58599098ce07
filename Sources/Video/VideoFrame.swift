import CLibAV
import CLibSwscale
import Pixels

/// A decoded frame. Only one thread can use it.
final class VideoFrame {
    let frame: UnsafeMutablePointer<AVFrame>

    /// Returns `nil` if there isn't enough memory.
    init?() {
        guard let frame = av_frame_alloc() else { return nil }
        self.frame = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    var size: PixelSize { PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)) }

    var pixelFormat: AVPixelFormat { AVPixelFormat(frame.pointee.format) }

    /// Whether the decoder found errors in the frame's own bytes. A missing earlier frame doesn't count.
    var isDamaged: Bool {
        let faults = FF_DECODE_ERROR_INVALID_BITSTREAM | FF_DECODE_ERROR_CONCEALMENT_ACTIVE
        return frame.pointee.decode_error_flags & (faults | FF_DECODE_ERROR_DECODE_SLICES) != 0
    }

    /// Whether luma uses the range from 0 to 255 instead of 16 to 235.
    var isFullRange: Bool {
        if frame.pointee.color_range == AVCOL_RANGE_JPEG { return true }
        let formats = [
            AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ444P,
        ]
        return formats.contains(pixelFormat)
    }

    var hasAlpha: Bool {
        guard let description = av_pix_fmt_desc_get(pixelFormat) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    }
}
