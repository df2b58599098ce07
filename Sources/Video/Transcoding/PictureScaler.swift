import CLibAV
import CLibSwscale
import Foundation
import MediaRequests
import Pixels

/// Converts decoded frames to the size and samples of a `PictureFormat`. Interlaced frames become progressive. Only one
/// thread can use it.
final class PictureScaler {
    /// The kind of frames that a conversion was made for.
    private struct Input: Equatable {
        var width: Int32
        var height: Int32
        var format: Int32
        var matrix: Int32
        var isFullRange: Bool
    }

    private static let threadLimit = 4
    private static let unconvertible = MediaError(.unsupported, "the movie's kind of pixels can't be converted")

    private let format: PictureFormat
    private let deinterlacer: Deinterlacer
    private let target: FrameBuffer
    private var input: Input?
    private var context: OpaquePointer?
    /// Converts the samples of HDR, and the pixels that result.
    private var light: (colours: FrameColours, conversion: WideColours)?
    private var toPlanes: OpaquePointer?

    init(_ format: PictureFormat) throws(MediaError) {
        self.format = format
        deinterlacer = try Deinterlacer()
        target = try FrameBuffer()
    }

    deinit {
        sws_freeContext(context)
        sws_freeContext(toPlanes)
    }

    /// Returns a frame in the format. It's valid until the next call. Only its pixels and colours are set.
    func converted(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        let frame = try deinterlacer.progressive(frame)
        av_frame_unref(target.frame)
        let output = target.frame
        if !format.becomesSDR, isReady(frame) {
            guard av_frame_ref(output, frame) >= 0 else { throw .noMemoryForMovie }
        } else {
            output.pointee.width = Int32(format.size.width)
            output.pointee.height = Int32(format.size.height)
            output.pointee.format = format.pixelFormat.rawValue
            guard av_frame_get_buffer(output, 0) >= 0 else { throw .noMemoryForMovie }
            if format.becomesSDR { try makeSDR(of: frame, into: output) } else { try scale(frame, into: output) }
        }
        output.pointee.colorspace = format.matrix
        output.pointee.color_primaries = format.primaries
        output.pointee.color_trc = format.transfer
        output.pointee.color_range = format.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        output.pointee.sample_aspect_ratio = format.pixelAspect
        output.pointee.interlaced_frame = 0
        // Encoders choose the types of frames themselves.
        output.pointee.pict_type = AV_PICTURE_TYPE_NONE
        return output
    }

    /// Whether the frame already has the format.
    private func isReady(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        frame.pointee.width == Int32(format.size.width) && frame.pointee.height == Int32(format.size.height)
            && frame.pointee.format == format.pixelFormat.rawValue && Self.isFullRange(frame) == format.isFullRange
            && Self.matrix(frame) == Self.matrix(format.matrix)
    }

    private func scale(
        _ frame: UnsafeMutablePointer<AVFrame>, into output: UnsafeMutablePointer<AVFrame>
    ) throws(MediaError) {
        let context = try context(for: frame, to: format.pixelFormat) { context in
            sws_setColorspaceDetails(
                context, sws_getCoefficients(Self.matrix(frame)), Self.isFullRange(frame) ? 1 : 0,
                sws_getCoefficients(Self.matrix(format.matrix)), format.isFullRange ? 1 : 0, 0, 1 << 16, 1 << 16)
        }
        guard sws_scale_frame(context, output, frame) >= 0 else { throw Self.unconvertible }
    }

    private func makeSDR(
        of frame: UnsafeMutablePointer<AVFrame>, into output: UnsafeMutablePointer<AVFrame>
    ) throws(MediaError) {
        let colours = FrameColours(frame.pointee)
        if light?.colours != colours { light = (colours, WideColours(colours)) }
        guard let light else { return }
        let context = try context(for: frame, to: AV_PIX_FMT_RGBA64LE) { context in
            sws_setColorspaceDetails(
                context, sws_getCoefficients(colours.matrix), Self.isFullRange(frame) ? 1 : 0,
                sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
        }
        let samples = try PosterPixels(size: format.size, bytesPerPixel: 2 * Bitmap.bytesPerPixel)
        let (planes, strides) = (frame.pointee.data, frame.pointee.linesize)
        try Self.run(
            context, [planes.0, planes.1, planes.2, planes.3], [strides.0, strides.1, strides.2, strides.3],
            rows: frame.pointee.height, [samples.firstByte], [Int32(samples.bytesPerRow)])
        let pixels = try light.conversion.converted(samples)
        let (target, steps) = (output.pointee.data, output.pointee.linesize)
        try Self.run(
            try contextToPlanes(), [pixels.firstByte], [Int32(pixels.bytesPerRow)], rows: Int32(format.size.height),
            [target.0, target.1, target.2, target.3], [steps.0, steps.1, steps.2, steps.3])
    }

    static func run(
        _ context: OpaquePointer, _ source: [UnsafeMutablePointer<UInt8>?], _ sourceSteps: [Int32], rows: Int32,
        _ target: [UnsafeMutablePointer<UInt8>?], _ targetSteps: [Int32]
    ) throws(MediaError) {
        func four<Value>(_ list: [Value], _ filler: Value) -> [Value] {
            list + Array(repeating: filler, count: 4 - list.count)
        }
        let input = four(source, nil).map { $0.map { UnsafePointer($0) } }
        let done = sws_scale(
            context, input, four(sourceSteps, 0), 0, rows, four(target, nil), four(targetSteps, 0))
        guard done > 0 else { throw unconvertible }
    }

    /// Returns the conversion of a frame, which stays as long as the frames are of the same kind.
    private func context(
        for frame: UnsafeMutablePointer<AVFrame>, to pixelFormat: AVPixelFormat, _ setColours: (OpaquePointer) -> Void
    ) throws(MediaError) -> OpaquePointer {
        let kind = Input(
            width: frame.pointee.width, height: frame.pointee.height, format: frame.pointee.format,
            matrix: Self.matrix(frame), isFullRange: Self.isFullRange(frame))
        if let context, input == kind { return context }
        sws_freeContext(context)
        context = nil
        guard
            let made = Self.makeContext(
                PixelSize(width: Int(kind.width), height: Int(kind.height)), AVPixelFormat(kind.format), format.size,
                pixelFormat)
        else { throw Self.unconvertible }
        setColours(made)
        context = made
        input = kind
        return made
    }

    /// Returns the conversion from RGB to the format.
    private func contextToPlanes() throws(MediaError) -> OpaquePointer {
        if let toPlanes { return toPlanes }
        guard let made = Self.makeContext(format.size, AV_PIX_FMT_RGBA, format.size, format.pixelFormat) else {
            throw Self.unconvertible
        }
        sws_setColorspaceDetails(
            made, sws_getCoefficients(SWS_CS_DEFAULT), 1, sws_getCoefficients(Self.matrix(format.matrix)),
            format.isFullRange ? 1 : 0, 0, 1 << 16, 1 << 16)
        toPlanes = made
        return made
    }

    static func makeContext(
        _ source: PixelSize, _ sourceFormat: AVPixelFormat, _ target: PixelSize, _ targetFormat: AVPixelFormat
    ) -> OpaquePointer? {
        guard source.width > 0, source.height > 0, sws_isSupportedInput(sourceFormat) > 0,
            let context = sws_alloc_context()
        else { return nil }
        let options = UnsafeMutableRawPointer(context)
        // Not the fast bilinear scaler, because for some widths it generates code, which the sandbox forbids.
        for (name, value) in [
            ("srcw", Int64(source.width)), ("srch", Int64(source.height)), ("dstw", Int64(target.width)),
            ("dsth", Int64(target.height)), ("src_format", Int64(sourceFormat.rawValue)),
            ("dst_format", Int64(targetFormat.rawValue)), ("sws_flags", Int64(SWS_BICUBIC)),
            ("threads", Int64(min(threadLimit, Processors.usableCount))),
        ] {
            av_opt_set_int(options, name, value, 0)
        }
        guard sws_init_context(context, nil, nil) >= 0 else {
            sws_freeContext(context)
            return nil
        }
        return context
    }

    static func isFullRange(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        if frame.pointee.color_range == AVCOL_RANGE_JPEG { return true }
        return [
            AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ444P,
        ].contains(AVPixelFormat(frame.pointee.format))
    }

    private static func matrix(_ frame: UnsafeMutablePointer<AVFrame>) -> Int32 { FrameColours(frame.pointee).matrix }

    private static func matrix(_ space: AVColorSpace) -> Int32 {
        switch space {
        case AVCOL_SPC_BT709: SWS_CS_ITU709
        case AVCOL_SPC_FCC: SWS_CS_FCC
        case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
        case AVCOL_SPC_BT2020_NCL: SWS_CS_BT2020
        default: SWS_CS_ITU601
        }
    }
}
