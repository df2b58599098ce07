import CLibAV

/// A movie that libavformat has opened over a descriptor. Used by one thread.
final class MovieFile {
    private let source: DescriptorSource
    private var input: UnsafeMutablePointer<AVIOContext>?
    /// Valid as long as this object is.
    private(set) var context: UnsafeMutablePointer<AVFormatContext>?

    /// How much of a file without a telling header is read, and how much time of it, in microseconds.
    private static let probeLimitInBytes: Int64 = 5 << 20
    private static let probeLimitInMicroseconds: Int64 = 5_000_000
    /// More streams than any camera writes.
    private static let streamLimit: Int32 = 256

    /// Opens by the given demuxer only, without ever opening another file or address. Nil: it finds no movie here.
    init?(_ source: DescriptorSource, _ format: VideoFormat) {
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
        // On failure libavformat frees the context.
        var options: OpaquePointer?
        // Edit lists shorten a stream's time and not its frames, which makes a wrong frame rate.
        av_dict_set(&options, "ignore_editlist", "1", 0)
        defer { av_dict_free(&options) }
        guard avformat_open_input(&opened, nil, demuxer, &options) >= 0, let opened else { return nil }
        self.context = opened
        if !format.isDescribedByHeader || !isDescribed { avformat_find_stream_info(opened, nil) }
    }

    deinit {
        avformat_close_input(&context)
        if let input { DescriptorSource.release(input) }
    }

    /// Nothing to see or hear, as in a file that is cut short in its description.
    var isEmpty: Bool {
        !streams.contains { [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains($0.codecpar.pointee.codec_type) }
    }

    /// The first stream of moving pictures; a cover picture is none.
    var videoStream: AVStream? { videoStreamIndex.map { streams[$0] } }

    var videoStreamIndex: Int? {
        streams.firstIndex { stream in
            stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
                && stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        }
    }

    /// In seconds; 0 where nothing tells.
    var duration: Double {
        if let context, context.pointee.duration > 0 {
            return Double(context.pointee.duration) / Double(AV_TIME_BASE)
        }
        guard let stream = videoStream, stream.duration > 0 else { return 0 }
        return Double(stream.duration) * av_q2d(stream.time_base)
    }

    /// The file's own tags, then those of the video stream; the first of a name counts. Names are lower-cased.
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

    private var streams: [AVStream] {
        guard let context, let list = context.pointee.streams else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { list[$0]?.pointee }
    }

    private var isDescribed: Bool {
        guard let stream = videoStream, let parameters = stream.codecpar else {
            // Sound alone: nothing more is asked of it.
            return streams.contains { $0.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        }
        return parameters.pointee.width > 0 && parameters.pointee.height > 0 && duration > 0
            && parameters.pointee.codec_id != AV_CODEC_ID_NONE
    }
}
