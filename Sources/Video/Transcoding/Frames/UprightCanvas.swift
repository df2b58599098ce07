import CLibAV
import CLibSwscale
import MediaRequests
import Pixels

/// Draws decoded frames upright, in sRGB and on black, fitted into one size. Only one thread can use it.
final class UprightCanvas {
    /// The kind of frames that a conversion was made for.
    private struct Input: Equatable {
        var size: PixelSize
        var format: AVPixelFormat
        var colours: FrameColours
        var isFullRange: Bool
        var target: PixelSize
    }

    private static let unconvertible = MediaError(.unsupported, "the movie's kind of pixels can't be converted")
    private static let threadLimit = 4

    let size: PixelSize
    private let canvas: PosterPixels
    private let deinterlacer: Deinterlacer
    private var input: Input?
    private var context: OpaquePointer?
    private var wide: (colours: FrameColours, conversion: WideColours)?
    /// The part of the canvas that the last frame covered.
    private var covered: PixelSize?

    init(size: PixelSize) throws(MediaError) {
        self.size = size
        canvas = try PosterPixels(size: size)
        deinterlacer = try Deinterlacer()
    }

    deinit {
        sws_freeContext(context)
    }

    /// The pixels, which are always at the same address.
    var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(canvas.bytes) }

    /// Draws a frame.
    func draw(_ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry) throws(MediaError) {
        let frame = try deinterlacer.progressive(frame)
        let fitted = Self.fitted(geometry.uprightSize, into: size)
        if covered != fitted, fitted != size { clear() }
        covered = fitted
        let colours = FrameColours(frame.pointee)
        let stored = geometry.turned(fitted)
        let isTurned = geometry.orientation != 1
        if !isTurned, !colours.isWide, !Self.hasAlpha(frame) {
            return try scale(frame, colours, to: stored, AV_PIX_FMT_RGBA, into: place(of: fitted), canvas.bytesPerRow)
        }
        var picture: PosterPixels
        if colours.isWide {
            let samples = try PosterPixels(size: stored, bytesPerPixel: 2 * Bitmap.bytesPerPixel)
            try scale(frame, colours, to: stored, AV_PIX_FMT_RGBA64LE, into: samples.firstByte, samples.bytesPerRow)
            if wide?.colours != colours { wide = (colours, WideColours(colours)) }
            guard let wide else { throw Self.unconvertible }
            picture = try wide.conversion.converted(samples)
        } else {
            picture = try PosterPixels(size: stored)
            try scale(frame, colours, to: stored, AV_PIX_FMT_RGBA, into: picture.firstByte, picture.bytesPerRow)
            if Self.hasAlpha(frame) { FrameConversion.layOnBlack(picture) }
        }
        picture = try picture.turned(geometry.orientation)
        copy(picture)
    }

    /// Returns the largest size with the same aspect ratio that fits.
    static func fitted(_ source: PixelSize, into target: PixelSize) -> PixelSize {
        guard source != target else { return target }
        let scale = min(
            Double(target.width) / Double(source.width), Double(target.height) / Double(source.height))
        func side(_ length: Int, _ limit: Int) -> Int {
            let fitted = min(limit, max(1, Int((Double(length) * scale).rounded())))
            // A difference of one pixel comes from odd sides, and would be a black line.
            return limit - fitted <= 1 ? limit : fitted
        }
        return PixelSize(width: side(source.width, target.width), height: side(source.height, target.height))
    }

    private func clear() {
        let pixels = canvas.bytes.bindMemory(to: UInt32.self)
        pixels.update(repeating: UInt32(littleEndian: 0xFF00_0000))
    }

    /// Returns the first pixel of a picture in the middle of the canvas.
    private func place(of fitted: PixelSize) -> UnsafeMutablePointer<UInt8>? {
        let (left, top) = ((size.width - fitted.width) / 2, (size.height - fitted.height) / 2)
        return canvas.firstByte.map { $0 + top * canvas.bytesPerRow + left * Bitmap.bytesPerPixel }
    }

    private func copy(_ picture: PosterPixels) {
        guard let target = place(of: picture.size), let source = picture.firstByte else { return }
        for row in 0..<picture.size.height {
            (target + row * canvas.bytesPerRow).update(
                from: source + row * picture.bytesPerRow, count: picture.bytesPerRow)
        }
    }

    private func scale(
        _ frame: UnsafeMutablePointer<AVFrame>, _ colours: FrameColours, to target: PixelSize,
        _ format: AVPixelFormat, into pixels: UnsafeMutablePointer<UInt8>?, _ bytesPerRow: Int
    ) throws(MediaError) {
        let kind = Input(
            size: PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)),
            format: AVPixelFormat(frame.pointee.format), colours: colours,
            isFullRange: PictureScaler.isFullRange(frame), target: target)
        if input != kind {
            sws_freeContext(context)
            context = PictureScaler.makeContext(kind.size, kind.format, target, format)
            input = kind
            guard let context else { throw Self.unconvertible }
            // This call fails for RGB frames, which need no setting.
            sws_setColorspaceDetails(
                context, sws_getCoefficients(colours.matrix), kind.isFullRange ? 1 : 0,
                sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
        }
        guard let context else { throw Self.unconvertible }
        let (planes, strides) = (frame.pointee.data, frame.pointee.linesize)
        try PictureScaler.run(
            context, [planes.0, planes.1, planes.2, planes.3], [strides.0, strides.1, strides.2, strides.3],
            rows: frame.pointee.height, [pixels], [Int32(bytesPerRow)])
    }

    private static func hasAlpha(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format)) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    }
}
