import CLibAV
import MediaRequests
import Pixels

/// Opens the encoders of parts: H.264 for frames, AAC for sound.
enum PartEncoder {
    /// The unit of the times of video: 1/90,000 of a second.
    static let videoTimescale: Int32 = 90_000
    private static let soundEncoding = AudioEncoding.aac(bitsPerSecond: 160_000)

    /// Opens the encoder of a part's frames. Only the first frame is a keyframe, and none is reordered, so that the
    /// parts join. It's quick instead of thrifty, because the parts don't leave the machine.
    ///
    /// - Parameter isUrgent: Whether playback starts with the frames. Encoding them then takes about half of the time.
    static func video(
        _ format: PictureFormat, frameRate: AVRational, isUrgent: Bool
    ) throws(MediaError) -> StreamEncoder {
        var options = ["preset": "superfast", "crf": "22", "sc_threshold": "0", "profile": "high"]
        if isUrgent {
            options["preset"] = "ultrafast"
            // Keeps the profile High, which the codec's name contains.
            options["x264-params"] = "8x8dct=1"
        }
        return try StreamEncoder("libx264", options: options) { codec in
            codec.width = Int32(format.size.width)
            codec.height = Int32(format.size.height)
            codec.pix_fmt = format.pixelFormat
            codec.sample_aspect_ratio = format.pixelAspect
            codec.time_base = AVRational(num: 1, den: videoTimescale)
            codec.framerate = frameRate
            codec.colorspace = format.matrix
            codec.color_primaries = format.primaries
            codec.color_trc = format.transfer
            codec.color_range = AVCOL_RANGE_MPEG
            codec.thread_count = Int32(PartMovie.threadCount)
            codec.max_b_frames = 0
            codec.gop_size = 1 << 20
        }
    }

    /// Returns the format of a part's sound, which has at most two channels.
    static func soundFormat(_ parameters: AVCodecParameters) throws(MediaError) -> SoundFormat {
        try SoundFormat(parameters, for: soundEncoding)
    }

    static func sound(_ format: SoundFormat) throws(MediaError) -> StreamEncoder {
        try format.openEncoder(soundEncoding)
    }

    /// Opens the encoders with a small format.
    static func warmUp() throws(MediaError) {
        _ = try StreamEncoder("libx264", options: ["preset": "superfast"]) { codec in
            (codec.width, codec.height, codec.pix_fmt) = (64, 64, AV_PIX_FMT_YUV420P)
            codec.time_base = AVRational(num: 1, den: videoTimescale)
            codec.thread_count = Int32(PartMovie.threadCount)
        }
        _ = try StreamEncoder("aac") { codec in
            (codec.sample_rate, codec.sample_fmt) = (48_000, AV_SAMPLE_FMT_FLTP)
            av_channel_layout_default(&codec.ch_layout, 2)
        }
    }
}
