import CLibAV
import MediaRequests

/// Encodes frames of picture or sound. Only one thread can use it.
final class StreamEncoder {
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private let packet: MoviePacket
    private let name: String

    /// - Parameters:
    ///   - name: FFmpeg's name of the encoder, such as `libx264`.
    ///   - options: The encoder's own options.
    ///   - configure: Sets the frames' format and the bit rate.
    /// - Throws: `unsupported` if the encoder is missing or can't encode this format.
    init(
        _ name: String, options: [String: String] = [:], _ configure: (inout AVCodecContext) -> Void
    ) throws(MediaError) {
        guard let encoder = avcodec_find_encoder_by_name(name) else {
            throw MediaError(
                .unsupported,
                "the FFmpeg on this machine has no encoder named \(name); choose a preset with another codec")
        }
        packet = try MoviePacket()
        self.name = name
        guard let codec = avcodec_alloc_context3(encoder) else { throw .noMemoryForMovie }
        self.codec = codec
        // The containers store parameter sets once, in their header.
        codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        configure(&codec.pointee)
        var list: OpaquePointer?
        for (key, value) in options { av_dict_set(&list, key, value, 0) }
        defer { av_dict_free(&list) }
        let failure = avcodec_open2(codec, encoder, &list)
        if failure == albumen_av_out_of_memory { throw .noMemoryForMovie }
        guard failure >= 0 else {
            throw MediaError(
                .unsupported,
                "the encoder \(name) can't encode frames of \(codec.pointee.width) by \(codec.pointee.height) pixels; "
                    + "choose another preset")
        }
    }

    deinit {
        avcodec_free_context(&codec)
    }

    /// The open encoder. It's valid as long as this object.
    var context: UnsafeMutablePointer<AVCodecContext> {
        guard let codec else { preconditionFailure("an encoder without a context") }
        return codec
    }

    /// Encodes a frame, and calls a closure with each packet that is complete. `nil` ends the stream.
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ body: (UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Void
    ) throws(MediaError) {
        let failure = avcodec_send_frame(context, frame)
        if failure == albumen_av_out_of_memory { throw .noMemoryForMovie }
        guard failure >= 0 || failure == albumen_av_end_of_file else {
            throw MediaError(.unsupported, "the encoder \(name) rejects a frame of the movie; choose another preset")
        }
        while avcodec_receive_packet(context, packet.packet) >= 0 {
            defer { av_packet_unref(packet.packet) }
            try body(packet.packet)
        }
    }
}
