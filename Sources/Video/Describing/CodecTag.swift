import CLibAV

/// The four-character codes of codecs in QuickTime and ISO files.
enum CodecTag {
    private static let tags: [UInt32: String] = [
        AV_CODEC_ID_H264.rawValue: "avc1", AV_CODEC_ID_HEVC.rawValue: "hvc1", AV_CODEC_ID_MPEG4.rawValue: "mp4v",
        AV_CODEC_ID_MPEG2VIDEO.rawValue: "mp2v", AV_CODEC_ID_MPEG1VIDEO.rawValue: "mp1v",
        AV_CODEC_ID_MJPEG.rawValue: "jpeg", AV_CODEC_ID_PRORES.rawValue: "apcn", AV_CODEC_ID_VP8.rawValue: "vp08",
        AV_CODEC_ID_VP9.rawValue: "vp09", AV_CODEC_ID_AV1.rawValue: "av01", AV_CODEC_ID_AAC.rawValue: "mp4a",
        AV_CODEC_ID_MP3.rawValue: ".mp3", AV_CODEC_ID_AC3.rawValue: "ac-3", AV_CODEC_ID_EAC3.rawValue: "ec-3",
        AV_CODEC_ID_OPUS.rawValue: "opus", AV_CODEC_ID_FLAC.rawValue: "flac", AV_CODEC_ID_ALAC.rawValue: "alac",
        AV_CODEC_ID_PCM_S16LE.rawValue: "sowt", AV_CODEC_ID_PCM_S16BE.rawValue: "twos",
    ]

    /// Returns the code in the file or, if the container has codes of another kind, the usual one. Returns 0 if it's
    /// unknown.
    static func tag(_ parameters: AVCodecParameters) -> UInt32 {
        // libavformat has the first character in the lowest byte.
        let tag = parameters.codec_tag.byteSwapped
        if tag >> 24 >= 0x20 { return tag }
        return tags[parameters.codec_id.rawValue]?.utf8.reduce(0) { $0 << 8 | UInt32($1) } ?? 0
    }
}
