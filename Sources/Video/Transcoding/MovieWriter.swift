import CLibAV
import MediaRequests

/// Writes an ISO or QuickTime movie to a descriptor. Only one thread can use it.
final class MovieWriter {
    /// The order of a movie's parts.
    enum Layout {
        /// The samples, and then the index.
        case indexLast
        /// The index, and then the samples. When the movie ends, the samples move behind the index.
        case indexFirst
    }

    let sink: DescriptorSink
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var output: UnsafeMutablePointer<AVIOContext>?
    private var ownBytes: DescriptorSource?
    /// The end of the samples when the movie ends, or `nil` before.
    private(set) var endOfSamples: Int64?
    /// The size of the file if it ended now, with an estimate of its index.
    private var expectedByteCount: Int64 = 4096
    /// The size limit of the file. Packets that would exceed it are dropped.
    var byteLimit = Int64.max
    /// Whether a packet exceeded the size limit. All later packets are dropped.
    private(set) var isFull = false
    /// More than an entry takes in each of an index's tables.
    private static let indexBytesPerPacket: Int64 = 24

    /// - Parameter timescale: The number of units per second of the movie's times, or `nil` for libavformat's 1,000.
    init(
        _ sink: DescriptorSink, _ container: MovieContainer, _ layout: Layout, timescale: Int32? = nil
    ) throws(MediaError) {
        self.sink = sink
        av_log_set_level(AV_LOG_QUIET)
        avformat_alloc_output_context2(&context, nil, container == .mov ? "mov" : "mp4", nil)
        output = sink.makeContext()
        guard let context, let output else { throw .noMemoryForMovie }
        context.pointee.pb = output
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
        // Spatial video and Dolby Vision have no final standard.
        context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        // The writer opens its own output again to move the samples.
        context.pointee.io_open = { context, reader, _, flags, _ in
            guard flags & AVIO_FLAG_WRITE == 0, let own = context?.pointee.opaque else {
                return albumen_av_not_permitted
            }
            return Unmanaged<MovieWriter>.fromOpaque(own).takeUnretainedValue().openOwnBytes(reader)
        }
        context.pointee.io_close2 = { _, reader in
            if let reader { DescriptorSource.release(reader) }
            return 0
        }
        setOption("movflags", "use_metadata_tags" + Self.flags(layout))
        if container == .m4v { setOption("brand", "M4V ") }
        if let timescale { setOption("movie_timescale", String(timescale)) }
    }

    deinit {
        avformat_free_context(context)
        if let output { DescriptorSource.release(output) }
    }

    private static func flags(_ layout: Layout) -> String {
        switch layout {
        case .indexLast: ""
        case .indexFirst: "+faststart"
        }
    }

    private func setOption(_ name: String, _ value: String) {
        if let options = context?.pointee.priv_data { av_opt_set(options, name, value, 0) }
    }

    private func openOwnBytes(_ reader: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?) -> Int32 {
        guard let source = DescriptorSource(descriptor: sink.descriptor), let opened = source.makeContext() else {
            return albumen_av_not_permitted
        }
        ownBytes = source
        reader?.pointee = opened
        return 0
    }

    /// Adds a stream for an encoder's packets.
    func addStream(_ encoder: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) -> MovieTrackWriter {
        guard let stream = avformat_new_stream(context, nil),
            avcodec_parameters_from_context(stream.pointee.codecpar, encoder) >= 0
        else { throw .noMemoryForMovie }
        if encoder.pointee.codec_id == AV_CODEC_ID_HEVC { stream.pointee.codecpar.pointee.codec_tag = Self.hvc1 }
        stream.pointee.time_base = encoder.pointee.time_base
        stream.pointee.avg_frame_rate = encoder.pointee.framerate
        stream.pointee.sample_aspect_ratio = encoder.pointee.sample_aspect_ratio
        return MovieTrackWriter(self, stream, timeBase: encoder.pointee.time_base)
    }

    /// Adds a stream for packets of another movie.
    ///
    /// - Parameters:
    ///   - timeBase: The unit of the packets' times, or `nil` for the other movie's.
    ///   - description: The bytes that describe the stream to its decoder, or `nil` for the other movie's.
    /// - Throws: `unsupported` if the container can't hold the codec.
    func addCopy(
        of source: AVStream, timeBase: AVRational? = nil, description: [UInt8]? = nil
    ) throws(MediaError) -> MovieTrackWriter {
        guard let context else { throw .noMemoryForMovie }
        let (identifier, tag) = (source.codecpar.pointee.codec_id, source.codecpar.pointee.codec_tag)
        guard avformat_query_codec(context.pointee.oformat, identifier, FF_COMPLIANCE_UNOFFICIAL) == 1 else {
            let name = String(cString: avcodec_get_name(identifier))
            throw MediaError(
                .unsupported,
                "this kind of file can't contain the movie's \(name) packets; choose another kind, or a preset that "
                    + "encodes")
        }
        guard let stream = avformat_new_stream(context, nil), let parameters = stream.pointee.codecpar,
            avcodec_parameters_copy(parameters, source.codecpar) >= 0
        else { throw .noMemoryForMovie }
        let isKnown = av_codec_get_id(context.pointee.oformat.pointee.codec_tag, tag) == identifier
        parameters.pointee.codec_tag = isKnown ? tag : identifier == AV_CODEC_ID_HEVC ? Self.hvc1 : 0
        if let description { try Self.describe(parameters, description) }
        stream.pointee.time_base = timeBase ?? source.time_base
        stream.pointee.avg_frame_rate = source.avg_frame_rate
        stream.pointee.r_frame_rate = source.r_frame_rate
        stream.pointee.sample_aspect_ratio = source.sample_aspect_ratio
        return MovieTrackWriter(self, stream, timeBase: timeBase ?? source.time_base)
    }

    private static func describe(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ description: [UInt8]
    ) throws(MediaError) {
        guard let bytes = av_mallocz(description.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw .noMemoryForMovie
        }
        bytes.copyMemory(from: description, byteCount: description.count)
        av_free(parameters.pointee.extradata)
        parameters.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
        parameters.pointee.extradata_size = Int32(description.count)
    }

    /// The tag with which Apple's players accept HEVC.
    private static let hvc1 = "hvc1".utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }

    /// Writes the header. Add all streams before.
    func start(tags: [String: String]) throws(MediaError) {
        guard let context else { return }
        for (key, value) in tags { av_dict_set(&context.pointee.metadata, key, value, 0) }
        try check(avformat_write_header(context, nil), "the movie's description can't be stored in this kind of file")
    }

    /// Writes a packet of one of the streams, whose times are in the stream's unit, in the order of their times.
    func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        try check(
            av_interleaved_write_frame(context, packet), "this kind of file can't contain the movie's packets")
    }

    /// Writes the index.
    func finish() throws(MediaError) {
        guard let output else { return }
        try check(av_interleaved_write_frame(context, nil), "the movie's packets can't be stored")
        endOfSamples = avio_tell(output)
        try check(av_write_trailer(context), "the movie's index can't be stored in this kind of file")
        avio_flush(output)
        try check(output.pointee.error, "the movie can't be written")
    }

    /// Counts a packet, and returns whether the file still fits in its size limit.
    func hasRoom(for packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        let size = Int64(max(0, packet.pointee.size)) + Self.indexBytesPerPacket
        guard !isFull, expectedByteCount + size <= byteLimit else {
            isFull = true
            return false
        }
        expectedByteCount += size
        return true
    }

    private func check(_ result: Int32, _ problem: String) throws(MediaError) {
        if let error = sink.error { throw error }
        if result == albumen_av_out_of_memory { throw .noMemoryForMovie }
        guard result >= 0 else { throw MediaError(.unsupported, problem) }
    }
}
