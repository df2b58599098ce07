import CLibAV
import MediaRequests

/// Decodes one stream of a movie from any time on. Only one thread can use it.
final class SpanDecoder {
    /// A decoded frame of a video, or decoded samples of sound.
    struct Frame {
        let frame: VideoFrame
        /// Seconds since the movie's start.
        let time: Double
    }

    /// How long before a time frames may still be needed to decode it although nothing refers to them.
    private static let reorderingInSeconds = 0.5

    let reader: PacketReader
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var isAtEnd = false
    private var expectedTime: Double?
    /// Frames before this time that no other frame refers to aren't decoded.
    private var neededTime = -Double.infinity
    /// The packets of a span with an end.
    private var ahead: PacketsAhead?
    /// The number of packets that the decoder got.
    private(set) var sentCount = 0

    /// - Throws: `unsupported` if the codec is unknown or there is no decoder for it.
    init(_ reader: PacketReader, threadCount: Int) throws(MediaError) {
        self.reader = reader
        let identifier = reader.stream.codecpar.pointee.codec_id
        let name = String(cString: avcodec_get_name(identifier))
        guard identifier != AV_CODEC_ID_NONE, let decoder = avcodec_find_decoder(identifier) else {
            throw MediaError(.unsupported, "the FFmpeg on this machine has no decoder for \(name)")
        }
        codec = avcodec_alloc_context3(decoder)
        guard let codec, avcodec_parameters_to_context(codec, reader.stream.codecpar) >= 0 else {
            throw MediaError(.limitExceeded, "there is not enough memory to decode the movie")
        }
        codec.pointee.thread_count = Int32(threadCount)
        codec.pointee.max_pixels = Int64(RenderLimits.wholeAreaInPixels)
        codec.pointee.pkt_timebase = reader.stream.time_base
        guard avcodec_open2(codec, decoder, nil) >= 0 else {
            throw MediaError(.unreadable, "the movie's description of its \(name) frames is damaged")
        }
    }

    deinit { avcodec_free_context(&codec) }

    /// Continues at the last keyframe at or before a time.
    ///
    /// - Parameter end: The time from which on frames aren't needed. Packets that no earlier frame needs aren't decoded if
    ///   the container has exact times. `timeBehind` is then the time of the next frame.
    func seek(backTo seconds: Double, until end: Double = .infinity) {
        guard let codec else { return }
        avcodec_flush_buffers(codec)
        reader.seek(backTo: seconds)
        isAtEnd = false
        expectedTime = nil
        neededTime = seconds
        ahead = end.isFinite && reader.hasExactTimes ? PacketsAhead(reader, end: end) : nil
    }

    /// The time of the first frame at or behind the end, if it's known without decoding it.
    var timeBehind: Double? { ahead?.timeBehind }

    /// Returns the next frame in the order of playback, or `nil` at the end of the stream. Skips damaged packets.
    func next() throws(MediaError) -> Frame? {
        guard let codec, let frame = VideoFrame() else {
            throw MediaError(.limitExceeded, "there is not enough memory to decode the movie")
        }
        while true {
            let result = avcodec_receive_frame(codec, frame.frame)
            if result >= 0 { return timed(frame) }
            guard result == albumen_av_again, !isAtEnd else { return nil }
            try send(codec)
        }
    }

    private func send(_ codec: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) {
        guard let packet = ahead == nil ? reader.next() : try ahead?.next() else {
            isAtEnd = true
            avcodec_send_packet(codec, nil)
            return
        }
        let time = reader.seconds(of: packet.pointee) ?? .infinity
        codec.pointee.skip_frame =
            time < neededTime - Self.reorderingInSeconds ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
        sentCount += 1
        // The decoder may accept a later packet even if it rejects this one.
        avcodec_send_packet(codec, packet)
    }

    private func timed(_ frame: VideoFrame) -> Frame {
        let value = frame.frame.pointee
        let time = reader.timeline.seconds(value.best_effort_timestamp, in: reader.stream) ?? expectedTime ?? 0
        expectedTime = time + durationInSeconds(of: value)
        return Frame(frame: frame, time: time)
    }

    /// Returns the duration of a frame that the file contains, or 0.
    func statedDurationInSeconds(of frame: AVFrame) -> Double {
        max(0, Double(frame.pkt_duration) * av_q2d(reader.stream.time_base))
    }

    /// Returns the duration of a frame, or an estimate if the file doesn't contain it.
    func durationInSeconds(of frame: AVFrame) -> Double {
        if frame.sample_rate > 0, frame.nb_samples > 0 { return Double(frame.nb_samples) / Double(frame.sample_rate) }
        let duration = statedDurationInSeconds(of: frame)
        if duration > 0, duration < MoviePartLayout.durationInSeconds { return duration }
        for rate in [reader.stream.avg_frame_rate, reader.stream.r_frame_rate] where rate.num > 0 && rate.den > 0 {
            return min(1, 1 / av_q2d(rate))
        }
        return 1.0 / 30
    }
}
