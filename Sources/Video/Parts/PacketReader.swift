import CLibAV
import MediaRequests

/// Reads the packets of one stream of a movie from any time on. Only one thread can use it.
final class PacketReader {
    /// The steps back from a time at which to look for a keyframe, in seconds. Containers without an index seek to any
    /// packet.
    private static let stepsBack: [Double] = [0, 1, 3, 10, 30]
    /// The largest number of packets to read while looking for a keyframe.
    private static let searchLimit = 4000
    /// The limit of bytes that one request reads.
    private static let byteLimit = 2 << 30

    let movie: MovieFile
    let stream: AVStream
    let timeline: MovieTimeline
    /// Whether each packet has the times at which it's decoded and shown, as in ISO movies.
    let hasExactTimes: Bool
    private let index: Int32
    /// Whether the container is a stream without an index. Its demuxer finds the first packets only from the file's
    /// first byte.
    private let isStream: Bool
    private var isAtStart = true
    private var packet: UnsafeMutablePointer<AVPacket>?
    /// Whether `packet` has been read and not yet returned.
    private var isPending = false
    private var bytesRead = 0

    /// - Throws: `limitExceeded` if there isn't enough memory.
    init(_ file: OpenMovie, streamIndex index: Int) throws(MediaError) {
        movie = file.movie
        self.index = Int32(index)
        hasExactTimes = file.format.demuxer == "mov"
        isStream = ["mpegts", "mpeg"].contains(file.format.demuxer)
        stream = movie.streams[index]
        timeline = MovieTimeline(movie, startsAtZero: file.format.demuxer == "mov")
        packet = av_packet_alloc()
        guard packet != nil else { throw MediaError(.limitExceeded, "there is not enough memory to read the movie") }
        guard let context = movie.context, let list = context.pointee.streams else { return }
        for other in 0..<Int(context.pointee.nb_streams) where other != index {
            list[other]?.pointee.discard = AVDISCARD_ALL
        }
    }

    deinit { av_packet_free(&packet) }

    /// Seeks so that the next packet is the last keyframe at or before a time, or the first one of the stream.
    func seek(backTo seconds: Double) {
        if isAtStart, seconds <= 0 { return }
        for step in Self.stepsBack where seconds - step > 0 {
            guard seek(to: seconds - step), let found = nextKeyframeTime() else { continue }
            if found <= seconds { return }
        }
        seekToStart()
        // A stream can have no marked keyframe. Then decoding starts with its first packet.
        if nextKeyframeTime() == nil { seekToStart() }
    }

    /// Returns the next packet, which is valid until the next call. Returns `nil` at the end of the file.
    func next() -> UnsafeMutablePointer<AVPacket>? {
        guard let packet else { return nil }
        if isPending {
            isPending = false
            return packet
        }
        av_packet_unref(packet)
        guard bytesRead < Self.byteLimit, read(packet) else { return nil }
        return packet
    }

    /// Returns the time at which a packet is shown.
    func seconds(of packet: AVPacket) -> Double? {
        timeline.seconds(packet.pts == albumen_av_no_time ? packet.dts : packet.pts, in: stream)
    }

    private func seek(to seconds: Double) -> Bool {
        dropPending()
        guard let context = movie.context, let time = timeline.time(seconds, in: stream) else { return false }
        return av_seek_frame(context, index, time, AVSEEK_FLAG_BACKWARD) >= 0
    }

    private func seekToStart() {
        dropPending()
        guard let context = movie.context else { return }
        if isStream, av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0 { return }
        let start = stream.start_time == albumen_av_no_time ? 0 : stream.start_time
        if av_seek_frame(context, index, start, AVSEEK_FLAG_BACKWARD) < 0 {
            _ = av_seek_frame(context, index, start, 0)
        }
    }

    private func dropPending() {
        isPending = false
        isAtStart = false
        av_packet_unref(packet)
    }

    /// Reads to the next keyframe and keeps it for `next()`.
    private func nextKeyframeTime() -> Double? {
        guard let packet else { return nil }
        for _ in 0..<Self.searchLimit {
            av_packet_unref(packet)
            guard read(packet) else { return nil }
            guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0, let time = seconds(of: packet.pointee) else { continue }
            isPending = true
            return time
        }
        return nil
    }

    private func read(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard let context = movie.context else { return false }
        isAtStart = false
        while av_read_frame(context, packet) >= 0 {
            bytesRead += Int(max(0, packet.pointee.size))
            if packet.pointee.stream_index == index { return true }
            av_packet_unref(packet)
        }
        return false
    }
}
