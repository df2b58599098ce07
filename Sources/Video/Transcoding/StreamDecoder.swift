import CLibAV
import MediaRequests

/// Decodes all frames of a stream in their order. Skips damaged packets. Only one thread can use it.
final class StreamDecoder {
    /// The largest frame that an export decodes: 8,192 by 8,192 pixels.
    private static let areaLimitInPixels: Int64 = 8192 * 8192
    private static let threadLimit = 8

    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private let frame: FrameBuffer
    /// The number of packets that the decoder rejected.
    private(set) var rejectedCount = 0
    private(set) var frameCount = 0

    /// - Throws: `unsupported` if there is no decoder for the codec, `unreadable` if the stream's description is
    ///   invalid.
    init(_ stream: AVStream) throws(MediaError) {
        let identifier = stream.codecpar.pointee.codec_id
        let name = String(cString: avcodec_get_name(identifier))
        guard identifier != AV_CODEC_ID_NONE, let decoder = avcodec_find_decoder(identifier) else {
            throw MediaError(
                .unsupported, "the FFmpeg on this machine has no decoder for the movie's codec (\(name))")
        }
        frame = try FrameBuffer()
        guard let codec = avcodec_alloc_context3(decoder) else { throw .noMemoryForMovie }
        self.codec = codec
        guard avcodec_parameters_to_context(codec, stream.codecpar) >= 0 else { throw .noMemoryForMovie }
        codec.pointee.thread_count = Int32(min(Self.threadLimit, Processors.usableCount))
        codec.pointee.max_pixels = Self.areaLimitInPixels
        codec.pointee.pkt_timebase = stream.time_base
        guard avcodec_open2(codec, decoder, nil) >= 0 else {
            throw MediaError(.unreadable, "the movie's description of its \(name) frames is damaged")
        }
    }

    deinit {
        avcodec_free_context(&codec)
    }

    /// Whether the frames of the next packets are skipped if no other frame refers to them.
    var skipsUnreferencedFrames: Bool {
        get { codec?.pointee.skip_frame == AVDISCARD_NONREF }
        set { codec?.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    /// Decodes a packet, and calls a closure with each frame that is complete. `nil` ends the stream.
    func decode(
        _ packet: UnsafeMutablePointer<AVPacket>?,
        _ body: (UnsafeMutablePointer<AVFrame>) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard let codec else { return }
        let failure = avcodec_send_packet(codec, packet)
        if failure == albumen_av_out_of_memory { throw .noMemoryForMovie }
        if failure < 0, failure != albumen_av_end_of_file { rejectedCount += 1 }
        while avcodec_receive_frame(codec, frame.frame) >= 0 {
            defer { av_frame_unref(frame.frame) }
            frameCount += 1
            try body(frame.frame)
        }
    }

    /// Forgets the frames of the previous position, before packets of another one.
    func flush() {
        if let codec { avcodec_flush_buffers(codec) }
    }
}
