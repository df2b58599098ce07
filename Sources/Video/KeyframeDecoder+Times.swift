import CLibAV
import MediaRequests

extension KeyframeDecoder {
    /// A frame and its time in units of the stream.
    struct TimedFrame {
        var frame: VideoFrame
        var time: Int64
    }

    /// How far before the time to seek if the keyframe found is after it, in seconds. The index of some containers
    /// orders frames by decoding.
    private static let retreatsInSeconds = [0.0, 2, 10, 60]

    /// Decodes the frame that the movie shows at a time, or a quicker one within a tolerance.
    ///
    /// - Parameters:
    ///   - time: The time in units of the stream.
    ///   - before: How much earlier the frame may be than the one at `time`.
    ///   - after: How much later the frame may be.
    /// - Returns: `nil` if no frame can be decoded. The first or last frame if the movie shows none at `time`.
    func frame(showing time: Int64, before: Int64, after: Int64) throws(MediaError) -> TimedFrame? {
        if before > 0, let frame = try keyframe(near: time, AVSEEK_FLAG_BACKWARD, (time - before)...time) {
            return frame
        }
        if after > 0, let frame = try keyframe(near: time, 0, time...(time + after)) { return frame }
        var first: TimedFrame?
        for retreat in Self.retreatsInSeconds {
            guard seek(to: time - units(retreat), AVSEEK_FLAG_BACKWARD) else { continue }
            guard let found = try decode(until: time, before: before, fromKeyframe: true) else { continue }
            if found.time <= time { return found }
            first = found
        }
        // No keyframe is before the time, or the container can't seek.
        if movie.seek(to: 0), let found = try decode(until: time, before: before, fromKeyframe: false) { return found }
        return first
    }

    /// Decodes the keyframe that the container finds, if its time is in a range.
    private func keyframe(
        near time: Int64, _ direction: Int32, _ range: ClosedRange<Int64>
    ) throws(MediaError) -> TimedFrame? {
        guard let codec, let packet, seek(to: time, direction) else { return nil }
        while readPacket(into: packet) {
            defer { av_packet_unref(packet) }
            if packet.pointee.flags & AV_PKT_FLAG_KEY == 0 { continue }
            let start = packet.pointee.pts == albumen_av_no_time ? packet.pointee.dts : packet.pointee.pts
            guard range.contains(start), let frame = try frame(ofKeyframe: packet, codec) else { return nil }
            return TimedFrame(frame: frame, time: start)
        }
        return nil
    }

    /// Decodes frames in order until one is after a time.
    ///
    /// - Parameter fromKeyframe: Whether to skip everything before the first keyframe. A container without an index
    ///   seeks to any packet, and frames before the keyframe need earlier ones.
    /// - Returns: The frame at the time: the last one that isn't after it. An earlier frame if it's within the
    ///   tolerance. The first frame if all are after the time.
    private func decode(until time: Int64, before: Int64, fromKeyframe: Bool) throws(MediaError) -> TimedFrame? {
        guard let codec, let packet else { return nil }
        avcodec_flush_buffers(codec)
        var last: TimedFrame?
        var start: Int64? = fromKeyframe ? nil : .min
        var isAtEnd = false
        while true {
            while let frame = try receive(codec) {
                let stamp = frame.frame.pointee.best_effort_timestamp
                let found = TimedFrame(frame: frame, time: stamp == albumen_av_no_time ? last?.time ?? 0 : stamp)
                if found.time < start ?? .min { continue }
                if found.time > time { return last ?? found }
                if before > 0, found.time >= time - before { return found }
                last = found
            }
            if isAtEnd { return last }
            if readPacket(into: packet) {
                defer { av_packet_unref(packet) }
                if start == nil {
                    guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { continue }
                    start = packet.pointee.pts == albumen_av_no_time ? .min : packet.pointee.pts
                }
                // The decoder may accept a later packet even if it rejects this one.
                avcodec_send_packet(codec, packet)
            } else {
                avcodec_send_packet(codec, nil)
                isAtEnd = true
            }
        }
    }

    private func seek(to time: Int64, _ direction: Int32) -> Bool {
        guard let codec, let context = movie.context, let index = movie.videoStreamIndex else { return false }
        avcodec_flush_buffers(codec)
        return av_seek_frame(context, Int32(index), time, direction) >= 0
    }

    private func units(_ seconds: Double) -> Int64 {
        guard let stream = movie.videoStream, av_q2d(stream.time_base) > 0 else { return 0 }
        return Int64(seconds / av_q2d(stream.time_base))
    }
}
