import CLibAV
import MediaRequests
import Pixels

/// Decodes single frames of a movie. Only one thread can use it.
final class KeyframeDecoder {
    /// The largest number of packets to read. A keyframe is the first packet, or a few seconds of packets away.
    private static let packetLimit = 4000
    private static let byteLimit = 512 << 20
    /// The largest number of packets after a keyframe to decode if the decoder returns no frame for the keyframe
    /// alone.
    private static let followingLimit = 120

    let movie: MovieFile
    private(set) var codec: UnsafeMutablePointer<AVCodecContext>?
    private(set) var packet: UnsafeMutablePointer<AVPacket>?
    private var packetsRead = 0
    private var bytesRead = 0

    /// - Throws: `unsupported` if the codec is unknown or there is no decoder for it.
    init(_ movie: MovieFile, _ stream: AVStream) throws(MediaError) {
        self.movie = movie
        let identifier = stream.codecpar.pointee.codec_id
        guard identifier != AV_CODEC_ID_NONE else {
            throw MediaError(.unsupported, "the movie's codec (\(Self.tag(stream))) is not known here")
        }
        guard let decoder = avcodec_find_decoder(identifier) else {
            let name = String(cString: avcodec_get_name(identifier))
            throw MediaError(.unsupported, "the FFmpeg on this machine has no decoder for \(name)")
        }
        codec = avcodec_alloc_context3(decoder)
        packet = av_packet_alloc()
        guard let codec, packet != nil, avcodec_parameters_to_context(codec, stream.codecpar) >= 0 else {
            throw MediaError(.limitExceeded, "there is not enough memory to decode the movie")
        }
        codec.pointee.thread_count = 1
        codec.pointee.max_pixels = Int64(RenderLimits.wholeAreaInPixels)
        codec.pointee.pkt_timebase = stream.time_base
        // Otherwise, the decoder would hold back damaged keyframes and keyframes that aren't a complete restart.
        codec.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
        guard avcodec_open2(codec, decoder, nil) >= 0 else {
            let name = String(cString: avcodec_get_name(identifier))
            throw MediaError(.unreadable, "the movie's description of its \(name) frames is damaged")
        }
        movie.readVideoOnly()
    }

    deinit {
        avcodec_free_context(&codec)
        av_packet_free(&packet)
    }

    /// Decodes the first keyframe at or after a time.
    ///
    /// - Parameter seconds: The time, or `nil` for the movie's first keyframe. Decode the first keyframe before any
    ///   other, because a container without an index can't seek backwards.
    /// - Returns: `nil` if no keyframe can be decoded.
    func frame(at seconds: Double?) throws(MediaError) -> VideoFrame? {
        guard let codec, let packet else { return nil }
        avcodec_flush_buffers(codec)
        if let seconds, !movie.seek(to: seconds) { return nil }
        while readPacket(into: packet) {
            defer { av_packet_unref(packet) }
            if packet.pointee.flags & AV_PKT_FLAG_KEY == 0 { continue }
            if let frame = try frame(ofKeyframe: packet, codec) { return frame }
        }
        return nil
    }

    /// Decodes all packets from the movie's start until there is a frame, for streams that mark no keyframes.
    func firstFrame() throws(MediaError) -> VideoFrame? {
        guard let codec, let packet, movie.seek(to: 0) else { return nil }
        avcodec_flush_buffers(codec)
        return try frame(ofFollowing: packet, codec)
    }

    /// Decodes a frame. Signals the end of the stream after each packet, so that the decoder doesn't wait for later
    /// packets.
    func frame(
        ofKeyframe packet: UnsafeMutablePointer<AVPacket>, _ codec: UnsafeMutablePointer<AVCodecContext>
    ) throws(MediaError) -> VideoFrame? {
        if avcodec_send_packet(codec, packet) >= 0 {
            avcodec_send_packet(codec, nil)
            if let frame = try receive(codec) { return frame }
        }
        avcodec_flush_buffers(codec)
        avcodec_send_packet(codec, packet)
        if let frame = try receive(codec) { return frame }
        av_packet_unref(packet)
        let frame = try frame(ofFollowing: packet, codec)
        avcodec_flush_buffers(codec)
        return frame
    }

    private func frame(
        ofFollowing packet: UnsafeMutablePointer<AVPacket>, _ codec: UnsafeMutablePointer<AVCodecContext>
    ) throws(MediaError) -> VideoFrame? {
        for _ in 0..<Self.followingLimit {
            guard readPacket(into: packet) else { break }
            // The decoder may accept a later packet even if it rejects this one.
            avcodec_send_packet(codec, packet)
            av_packet_unref(packet)
            if let frame = try receive(codec) { return frame }
        }
        avcodec_send_packet(codec, nil)
        return try receive(codec)
    }

    func receive(_ codec: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) -> VideoFrame? {
        guard let frame = VideoFrame() else {
            throw MediaError(.limitExceeded, "there is not enough memory to decode the movie")
        }
        guard avcodec_receive_frame(codec, frame.frame) >= 0, frame.size.width > 0, frame.size.height > 0 else {
            return nil
        }
        return frame
    }

    func readPacket(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard packetsRead < Self.packetLimit, bytesRead < Self.byteLimit, movie.readPacket(into: packet) else {
            return false
        }
        packetsRead += 1
        bytesRead += Int(max(0, packet.pointee.size))
        return true
    }

    /// Returns the codec's four-character code if it consists of letters.
    private static func tag(_ stream: AVStream) -> String {
        let tag = stream.codecpar.pointee.codec_tag
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        guard letters.allSatisfy({ (0x21...0x7E).contains($0) }) else { return "without a name" }
        return "“\(String(decoding: letters, as: UTF8.self))”"
    }
}
