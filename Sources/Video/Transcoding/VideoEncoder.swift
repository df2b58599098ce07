import CLibAV
import MediaRequests
import Pixels

/// Opens the video encoders of exports.
enum VideoEncoder {
    private static let threadLimit = 16
    /// The smallest bit rate that an export chooses to keep a size limit.
    private static let leastBitRate = 20_000

    /// Opens the encoder of an export.
    ///
    /// - Parameters:
    ///   - encoding: The codec and its limits. Not a copy.
    ///   - format: The frames' format.
    ///   - timeBase: The unit of the frames' times.
    ///   - frameRate: The source's frames per second.
    ///   - bitRate: The bit rate that keeps a size limit, or `nil` to keep the quality instead.
    ///   - keyframeInterval: The largest number of frames between keyframes, or `nil` for two seconds.
    ///   - splicing: For frames beside copied packets, the number that H.264's parameter sets get. No frames are
    ///     reordered then.
    static func open(
        _ encoding: VideoEncoding, _ format: PictureFormat, timeBase: AVRational, frameRate: AVRational, bitRate: Int?,
        keyframeInterval: Int? = nil, splicing number: Int? = nil
    ) throws(MediaError) -> StreamEncoder {
        let most = EncodedBitRate.maximum(encoding, size: format.size, frameRate: av_q2d(frameRate)) ?? 0
        let chosen = bitRate.map { max(leastBitRate, min($0, most)) }
        let (name, options) = program(encoding, isSizeLimited: chosen != nil, splicing: number)
        return try StreamEncoder(name, options: options) { codec in
            codec.width = Int32(format.size.width)
            codec.height = Int32(format.size.height)
            codec.pix_fmt = format.pixelFormat
            codec.sample_aspect_ratio = format.pixelAspect
            codec.time_base = timeBase
            codec.framerate = frameRate
            codec.colorspace = format.matrix
            codec.color_primaries = format.primaries
            codec.color_trc = format.transfer
            codec.color_range = format.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
            codec.thread_count = Int32(min(threadLimit, Processors.usableCount))
            guard encoding.isInterFrame else { return }
            // A keyframe each two seconds, so that players seek quickly.
            codec.gop_size = Int32(max(2, min(600, av_q2d(frameRate) * 2)))
            if let keyframeInterval { codec.gop_size = Int32(clamping: max(1, min(600, keyframeInterval))) }
            if number != nil {
                codec.max_b_frames = 0
                codec.chroma_sample_location = format.chromaLocation
            }
            codec.rc_max_rate = Int64(chosen ?? most)
            codec.rc_buffer_size = Int32(clamping: chosen ?? most * 2)
            if let chosen { codec.bit_rate = Int64(chosen) }
        }
    }

    private static func program(
        _ encoding: VideoEncoding, isSizeLimited: Bool, splicing number: Int?
    ) -> (name: String, options: [String: String]) {
        switch encoding {
        case .h264(let limits):
            var options = ["preset": "veryfast"]
            if let number { options["x264-params"] = "sps-id=\(number):bframes=0" }
            if !isSizeLimited { options["crf"] = String(h264Quality(limits.quality)) }
            return ("libx264", options)
        case .hevc(let limits):
            // A pool of threads would ask for the machine's processors and memory nodes, which the sandbox refuses.
            let threads = max(1, min(8, Processors.usableCount))
            let order = number == nil ? "" : ":bframes=0:open-gop=0"
            var options = [
                "preset": "veryfast", "x265-params": "log-level=none:pools=none:frame-threads=\(threads)\(order)",
            ]
            if !isSizeLimited { options["crf"] = String(h264Quality(limits.quality) + 3) }
            return ("libx265", options)
        case .proRes422, .copy:
            return ("prores_ks", ["profile": "standard", "vendor": "apl0"])
        }
    }

    /// The constant rate factor of H.264: less is better.
    private static func h264Quality(_ quality: VideoLimits.Quality) -> Int {
        switch quality {
        case .low: 28
        case .medium: 25
        case .high: 23
        case .highest: 18
        }
    }
}

extension VideoEncoding {
    /// Whether frames depend on other frames, and the encoder has a bit rate.
    var isInterFrame: Bool {
        switch self {
        case .h264, .hevc: true
        case .proRes422, .copy: false
        }
    }
}
