import CLibAV
import MediaWork
import Pixels

/// Decodes single frames out of a movie. Used by one thread.
final class KeyframeDecoder {
    /// What is read in all, however the packets lie: a keyframe is the first one, or some seconds of packets away.
    private static let packetLimit = 4000
    private static let byteLimit = 512 << 20
    /// How far a decoder that gives no picture for a keyframe alone is fed with what follows.
    private static let followingLimit = 120

    private let movie: MovieFile
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var packetsRead = 0
    private var bytesRead = 0

    /// - Throws: `unsupported` where the codec or its decoder is not known here.
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
        // A keyframe that is no full restart would be held back, and a damaged one too.
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
    /// - Parameter seconds: nil for the movie's first keyframe. To be asked first, if at all: a container without an index
    ///   cannot be wound back.
    /// - Returns: nil where there is none that can be decoded.
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

    /// Decodes all from the movie's start until there is a picture, for streams that mark no keyframe.
    func firstFrame() throws(MediaError) -> VideoFrame? {
        guard let codec, let packet, movie.seek(to: 0) else { return nil }
        avcodec_flush_buffers(codec)
        return try frame(ofFollowing: packet, codec)
    }

    /// The decoder is told at once that nothing follows, so that it does not wait for frames that may come before this one.
    private func frame(
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
            // What it does not take may be followed by what it does.
            avcodec_send_packet(codec, packet)
            av_packet_unref(packet)
            if let frame = try receive(codec) { return frame }
        }
        avcodec_send_packet(codec, nil)
        return try receive(codec)
    }

    private func receive(_ codec: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) -> VideoFrame? {
        guard let frame = VideoFrame() else {
            throw MediaError(.limitExceeded, "there is not enough memory to decode the movie")
        }
        guard avcodec_receive_frame(codec, frame.frame) >= 0, frame.size.width > 0, frame.size.height > 0 else {
            return nil
        }
        return frame
    }

    private func readPacket(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard packetsRead < Self.packetLimit, bytesRead < Self.byteLimit, movie.readPacket(into: packet) else {
            return false
        }
        packetsRead += 1
        bytesRead += Int(max(0, packet.pointee.size))
        return true
    }

    /// The codec's four letters, as far as they are letters.
    private static func tag(_ stream: AVStream) -> String {
        let tag = stream.codecpar.pointee.codec_tag
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        guard letters.allSatisfy({ (0x21...0x7E).contains($0) }) else { return "without a name" }
        return "“\(String(decoding: letters, as: UTF8.self))”"
    }
}
