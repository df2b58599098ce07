import CLibAV
import MediaRequests
import Pixels

/// Converts frames of any movie to a format whose frames are upright, with square pixels. Only one thread can use it.
final class UprightPictures {
    /// The upright size of the frames before they're scaled to the format.
    let size: PixelSize
    private let canvas: UprightCanvas
    private let scaler: PictureScaler
    private let wrapped: FrameBuffer

    init(_ format: PictureFormat, size: PixelSize) throws(MediaError) {
        self.size = size
        canvas = try UprightCanvas(size: size)
        scaler = try PictureScaler(format)
        wrapped = try FrameBuffer()
    }

    /// Converts a frame, which is valid until the next call.
    func converted(
        _ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry
    ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        if isDirect(frame, geometry) { return try scaler.converted(frame) }
        return try converted(try pixels(of: frame, geometry), size: size)
    }

    /// Converts opaque pixels in sRGB.
    func converted(
        _ pixels: UnsafeRawBufferPointer, size: PixelSize
    ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        guard let base = pixels.baseAddress,
            let buffer = av_buffer_create(
                UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self), pixels.count,
                { _, _ in }, nil, Int32(AV_BUFFER_FLAG_READONLY))
        else { throw .noMemoryForMovie }
        let frame = wrapped.frame
        av_frame_unref(frame)
        frame.pointee.buf.0 = buffer
        frame.pointee.data.0 = buffer.pointee.data
        frame.pointee.linesize.0 = Int32(size.width * Bitmap.bytesPerPixel)
        frame.pointee.width = Int32(size.width)
        frame.pointee.height = Int32(size.height)
        frame.pointee.format = AV_PIX_FMT_RGBA.rawValue
        frame.pointee.color_range = AVCOL_RANGE_JPEG
        defer { av_frame_unref(frame) }
        return try scaler.converted(frame)
    }

    /// Draws a frame. The pixels are always at the same address, and valid until the next call.
    func pixels(
        of frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry
    ) throws(MediaError) -> UnsafeRawBufferPointer {
        try canvas.draw(frame, geometry)
        return canvas.pixels
    }

    /// Whether the frame's own samples can be scaled.
    private func isDirect(_ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry) -> Bool {
        guard geometry.orientation == 1, geometry.uprightSize == size, !FrameColours(frame.pointee).isWide,
            let description = av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format))
        else { return false }
        return frame.pointee.width == Int32(size.width) && frame.pointee.height == Int32(size.height)
            && description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) == 0
    }
}
