import CLibAV
import CLibSwscale
import MediaRequests
import Pixels

/// The size, samples and colours of encoded frames.
struct PictureFormat {
    var size: PixelSize
    var pixelFormat: AVPixelFormat
    /// The shape of the pixels: their width and height.
    var pixelAspect: AVRational
    var matrix: AVColorSpace
    var primaries: AVColorPrimaries
    var transfer: AVColorTransferCharacteristic
    /// Whether frames of HDR are converted to SDR.
    var becomesSDR: Bool
    /// Whether luma has the range from 0 to 255.
    var isFullRange = false
    var chromaLocation = AVCHROMA_LOC_UNSPECIFIED

    private static let pixelAspectRange = 0.2...5.0

    /// Returns the format in which an encoder stores a stream's frames. It's never larger than the stream's.
    ///
    /// - Throws: `unreadable` if the stream has no size, `limitExceeded` if it's too large.
    init(_ stream: AVStream, for encoding: VideoEncoding) throws(MediaError) {
        // Checks the size, too.
        _ = try DisplayGeometry(stream)
        let parameters = stream.codecpar.pointee
        let source = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
        pixelAspect = Self.pixelAspect(stream)
        size = Self.size(source, pixelAspect, within: encoding.limits?.maximumSize)
        let colours = FrameColours(parameters)
        let isDeep = Self.bitDepth(AVPixelFormat(parameters.format)) > 8
        switch encoding {
        case .hevc: pixelFormat = isDeep ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P
        case .proRes422: pixelFormat = AV_PIX_FMT_YUV422P10LE
        case .h264, .copy: pixelFormat = AV_PIX_FMT_YUV420P
        }
        let keepsHDR = if case .hevc = encoding { isDeep } else { false }
        becomesSDR = colours.transfer != .standard && !keepsHDR
        if becomesSDR {
            (matrix, primaries, transfer) = (AVCOL_SPC_BT709, AVCOL_PRI_BT709, AVCOL_TRC_BT709)
        } else {
            (matrix, primaries, transfer) = Self.tags(StreamColours(parameters), colours)
        }
    }

    /// Returns the format for upright frames with square pixels in sRGB, or in the stream's colours if they count as
    /// sRGB.
    ///
    /// - Parameter uprightSize: The size of the frames, of which the format keeps the even part.
    init(upright uprightSize: PixelSize, like stream: AVStream, for encoding: VideoEncoding) {
        let parameters = stream.codecpar.pointee
        let colours = FrameColours(parameters)
        pixelAspect = AVRational(num: 1, den: 1)
        size = Self.size(uprightSize, pixelAspect, within: encoding.limits?.maximumSize)
        pixelFormat = encoding.isInterFrame ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV422P10LE
        becomesSDR = false
        if colours.isWide {
            (matrix, primaries, transfer) = (AVCOL_SPC_BT709, AVCOL_PRI_BT709, AVCOL_TRC_BT709)
        } else {
            (matrix, primaries, transfer) = Self.tags(StreamColours(parameters), colours)
        }
    }

    /// Takes the colours of a decoded frame. A container doesn't need to contain them, and frames of other colours than
    /// the format's take long to convert. HDR and wide primaries become BT.709.
    mutating func takeColours(of frame: AVFrame, _ stream: AVStream) {
        let colours = FrameColours(frame)
        becomesSDR = colours.isWide
        if colours.isWide {
            (matrix, primaries, transfer) = (AVCOL_SPC_BT709, AVCOL_PRI_BT709, AVCOL_TRC_BT709)
        } else {
            (matrix, primaries, transfer) = Self.tags(StreamColours(frame, stream), colours)
        }
    }

    /// Returns the format of a client's frames or for a client's movie, with square pixels in sRGB.
    init(size: PixelSize, pixelFormat: AVPixelFormat, becomesSDR: Bool = false, isFullRange: Bool = false) {
        self.size = size
        self.pixelFormat = pixelFormat
        self.becomesSDR = becomesSDR
        self.isFullRange = isFullRange
        pixelAspect = AVRational(num: 1, den: 1)
        (matrix, primaries, transfer) = (AVCOL_SPC_BT709, AVCOL_PRI_BT709, AVCOL_TRC_BT709)
    }

    /// Returns the format of a stream's frames, with its own tags.
    init(unchanged stream: AVStream) {
        let parameters = stream.codecpar.pointee
        size = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
        pixelFormat = AVPixelFormat(parameters.format)
        pixelAspect = Self.pixelAspect(stream)
        becomesSDR = false
        isFullRange = parameters.color_range == AVCOL_RANGE_JPEG || pixelFormat == AV_PIX_FMT_YUVJ420P
        (matrix, primaries, transfer) = (parameters.color_space, parameters.color_primaries, parameters.color_trc)
        chromaLocation = parameters.chroma_location
    }

    /// The bits of a sample, or 8 if they're unknown.
    private static func bitDepth(_ format: AVPixelFormat) -> Int32 {
        av_pix_fmt_desc_get(format)?.pointee.comp.0.depth ?? 8
    }

    private static func isRGB(_ format: AVPixelFormat) -> Bool {
        guard let description = av_pix_fmt_desc_get(format) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    }

    /// The colours that a stream or its frames declare.
    private struct StreamColours {
        var isRGB: Bool
        var space: AVColorSpace
        var primaries: AVColorPrimaries
        var transfer: AVColorTransferCharacteristic

        init(_ parameters: AVCodecParameters) {
            isRGB = PictureFormat.isRGB(AVPixelFormat(parameters.format))
            (space, primaries) = (parameters.color_space, parameters.color_primaries)
            transfer = parameters.color_trc
        }

        /// The stream's primaries and curve count if the frame has none.
        init(_ frame: AVFrame, _ stream: AVStream) {
            let parameters = stream.codecpar.pointee
            isRGB = PictureFormat.isRGB(AVPixelFormat(frame.format))
            space = frame.colorspace
            primaries =
                frame.color_primaries == AVCOL_PRI_UNSPECIFIED ? parameters.color_primaries : frame.color_primaries
            transfer = frame.color_trc == AVCOL_TRC_UNSPECIFIED ? parameters.color_trc : frame.color_trc
        }
    }

    /// Returns the declared tags. Names the tags that players would otherwise guess from the size, which changes.
    private static func tags(
        _ declared: StreamColours, _ colours: FrameColours
    ) -> (AVColorSpace, AVColorPrimaries, AVColorTransferCharacteristic) {
        let isHighDefinition = colours.matrix == SWS_CS_ITU709 || declared.isRGB
        let matrix: AVColorSpace =
            switch colours.matrix {
            case _ where declared.isRGB: AVCOL_SPC_BT709
            case SWS_CS_ITU709: AVCOL_SPC_BT709
            case SWS_CS_FCC: AVCOL_SPC_FCC
            case SWS_CS_SMPTE240M: AVCOL_SPC_SMPTE240M
            case SWS_CS_BT2020: AVCOL_SPC_BT2020_NCL
            default: declared.space == AVCOL_SPC_BT470BG ? AVCOL_SPC_BT470BG : AVCOL_SPC_SMPTE170M
            }
        let isNamed = declared.primaries != AVCOL_PRI_UNSPECIFIED
        let primaries = isHighDefinition ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M
        let hasCurve = declared.transfer != AVCOL_TRC_UNSPECIFIED
        return (
            matrix, isNamed ? declared.primaries : primaries,
            hasCurve ? declared.transfer : isHighDefinition ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M
        )
    }

    private static func pixelAspect(_ stream: AVStream) -> AVRational {
        for ratio in [stream.sample_aspect_ratio, stream.codecpar.pointee.sample_aspect_ratio]
        where ratio.num > 0 && ratio.den > 0 && pixelAspectRange.contains(av_q2d(ratio)) {
            return ratio
        }
        return AVRational(num: 1, den: 1)
    }

    /// Reduces a stored size so that its display fits into a box, and to even sides. The box turns with the video.
    static func size(_ source: PixelSize, _ pixelAspect: AVRational, within box: PixelSize?) -> PixelSize {
        var factor = 1.0
        let displayed = (width: Double(source.width) * av_q2d(pixelAspect), height: Double(source.height))
        if let box {
            let isUpright = displayed.height > displayed.width
            let (long, short) = (Double(max(box.width, box.height)), Double(min(box.width, box.height)))
            factor = min(
                1, (isUpright ? short : long) / displayed.width, (isUpright ? long : short) / displayed.height)
        }
        func even(_ side: Int) -> Int {
            factor < 1 ? max(2, Int((Double(side) * factor / 2).rounded()) * 2) : max(2, side / 2 * 2)
        }
        return PixelSize(width: even(source.width), height: even(source.height))
    }
}
