/// The file format of an export.
package enum MovieContainer: String, Codable, Sendable, CaseIterable {
    case mov, mp4, m4v

    /// The codecs, with FFmpeg's names, that the container can hold.
    var videoCodecs: Set<String> {
        switch self {
        case .mov:
            [
                "h264", "hevc", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "prores", "dvvideo", "dnxhd", "h263",
                "rawvideo", "png", "vp9",
            ]
        case .mp4: ["h264", "hevc", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "vp9", "av1"]
        case .m4v: ["h264", "hevc", "mpeg4"]
        }
    }

    var audioCodecs: Set<String> {
        switch self {
        case .mov:
            [
                "aac", "mp3", "ac3", "eac3", "alac", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le",
                "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_u8", "pcm_s8", "pcm_mulaw", "pcm_alaw", "amr_nb", "amr_wb",
            ]
        case .mp4: ["aac", "mp3", "mp2", "ac3", "eac3", "alac", "opus", "flac", "vorbis"]
        case .m4v: ["aac", "ac3", "alac"]
        }
    }

    /// Whether an export can copy packets of these codecs into the container. The names are FFmpeg's, such as `h264`.
    ///
    /// - Parameter audioCodec: `nil` if the source has no sound.
    package func holds(videoCodec: String?, audioCodec: String?) -> Bool {
        (videoCodec.map(videoCodecs.contains) ?? true) && (audioCodec.map(audioCodecs.contains) ?? true)
    }
}
