import CLibAV

/// A movie that libavformat reads from a descriptor. Only one thread can use it.
final class MovieFile {
    private let source: DescriptorSource
    private var input: UnsafeMutablePointer<AVIOContext>?
    /// The context. It's valid as long as this object.
    private(set) var context: UnsafeMutablePointer<AVFormatContext>?

    /// How much of a file is read if its header is incomplete, in bytes, and in microseconds of playing time.
    private static let probeLimitInBytes: Int64 = 5 << 20
    private static let probeLimitInMicroseconds: Int64 = 5_000_000
    /// The largest number of streams. No camera writes more.
    private static let streamLimit: Int32 = 256

    /// The part of a movie that its reader needs.
    enum Purpose {
        /// Facts and single frames.
        case facts
        /// All packets, with the times at which they play.
        case packets
        /// All packets, and a description of their frames, for which libavformat decodes some of them.
        case frames
    }

    /// Opens the file with a given demuxer, without opening any other file or address. Returns `nil` if the demuxer
    /// finds no movie.
    init?(_ source: DescriptorSource, _ format: VideoFormat, for purpose: Purpose = .facts) {
        self.source = source
        av_log_set_level(AV_LOG_QUIET)
        guard let demuxer = av_find_input_format(format.demuxer), let input = source.makeContext() else { return nil }
        self.input = input
        guard let context = avformat_alloc_context() else { return nil }
        context.pointee.pb = input
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context.pointee.probesize = Self.probeLimitInBytes
        context.pointee.max_analyze_duration = Self.probeLimitInMicroseconds
        context.pointee.max_streams = Self.streamLimit
        context.pointee.format_whitelist = av_strdup(format.demuxer)
        context.pointee.protocol_whitelist = av_strdup("none")
        context.pointee.io_open = { _, _, _, _, _ in albumen_av_not_permitted }
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        // libavformat frees the context if it fails.
        var options: OpaquePointer?
        // Edit lists shorten a stream's duration but not its frames, which results in a wrong frame rate.
        if purpose == .facts { av_dict_set(&options, "ignore_editlist", "1", 0) }
        if purpose == .packets { context.pointee.flags |= AVFMT_FLAG_GENPTS }
        defer { av_dict_free(&options) }
        guard avformat_open_input(&opened, nil, demuxer, &options) >= 0, let opened else { return nil }
        self.context = opened
        if purpose == .frames || !format.isDescribedByHeader || !isDescribed {
            avformat_find_stream_info(opened, nil)
        }
    }

    deinit {
        avformat_close_input(&context)
        if let input { DescriptorSource.release(input) }
    }

    /// Whether there is no video and no audio, as in a file that is truncated in its header.
    var isEmpty: Bool {
        !streams.contains { [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains($0.codecpar.pointee.codec_type) }
    }

    /// The first video stream, excluding cover images.
    var videoStream: AVStream? { videoStreamIndex.map { streams[$0] } }

    var videoStreamIndex: Int? {
        streams.firstIndex { stream in
            stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    /// The duration in seconds, or 0 if it's unknown.
    var duration: Double {
        if let context, context.pointee.duration > 0 {
            return Double(context.pointee.duration) / Double(AV_TIME_BASE)
        }
        guard let stream = videoStream, stream.duration > 0 else { return 0 }
        return Double(stream.duration) * av_q2d(stream.time_base)
    }

    /// The tags of the file and then of the video stream, with lower-case names. The first tag with a name counts.
    var tags: [String: String] {
        var tags: [String: String] = [:]
        for dictionary in [context?.pointee.metadata, videoStream?.metadata] {
            var entry: UnsafeMutablePointer<AVDictionaryEntry>?
            while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
                entry = next
                let name = String(cString: next.pointee.key).lowercased()
                if tags[name] == nil, let value = MovieTags.clean(next.pointee.value) { tags[name] = value }
            }
        }
        return tags
    }

    /// The time of the first sample in seconds, or 0 if it's unknown.
    var startInSeconds: Double {
        guard let context, context.pointee.start_time != albumen_av_no_time else { return 0 }
        return Double(context.pointee.start_time) / Double(AV_TIME_BASE)
    }

    /// All streams, in the order of the file.
    var streams: [AVStream] {
        guard let context, let list = context.pointee.streams else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { list[$0]?.pointee }
    }

    private var isDescribed: Bool {
        guard let stream = videoStream, let parameters = stream.codecpar else {
            // An audio file needs no further checks.
            return streams.contains { $0.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        }
        return parameters.pointee.width > 0 && parameters.pointee.height > 0 && duration > 0
            && parameters.pointee.codec_id != AV_CODEC_ID_NONE
    }
}
