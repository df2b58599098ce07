import CLibAV
import MediaRequests

/// Reads the packets of several streams of a movie. Only one thread can use it.
final class MovieReader {
    private let file: OpenMovie
    private let packet: MoviePacket
    /// The movie's start in seconds of its streams.
    private let origin: Double

    /// Whether a packet couldn't be read.
    private(set) var isDamaged = false

    init(_ file: OpenMovie) throws(MediaError) {
        self.file = file
        packet = try MoviePacket()
        let start = file.movie.context?.pointee.start_time ?? 0
        // The times of an ISO movie start at 0. Other containers start anywhere.
        let isOffset = file.format.demuxer != "mov" && start != albumen_av_no_time
        origin = isOffset ? Double(start) / Double(AV_TIME_BASE) : 0
    }

    /// Whether the file is a QuickTime movie or of a similar format, which has whole packets.
    var isISO: Bool { file.format.demuxer == "mov" }

    func clock(_ stream: AVStream) -> StreamClock { StreamClock(unit: stream.time_base, origin: origin) }

    /// The streams with their indices.
    var streams: [(index: Int, stream: AVStream)] {
        guard let context = file.movie.context, let list = context.pointee.streams else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { index in
            list[index].map { (index, $0.pointee) }
        }
    }

    /// Returns the source's frames per second, or 30 if they're unknown.
    func frameRate(of index: Int) -> AVRational {
        guard let context = file.movie.context, let stream = context.pointee.streams?[index] else {
            return AVRational(num: 30, den: 1)
        }
        for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
        where rate.num > 0 && rate.den > 0 && (1...1000).contains(av_q2d(rate)) {
            return rate
        }
        return AVRational(num: 30, den: 1)
    }

    /// Skips the packets of all other streams.
    func select(_ indices: Set<Int>) {
        guard let context = file.movie.context, let list = context.pointee.streams else { return }
        for index in 0..<Int(context.pointee.nb_streams) where !indices.contains(index) {
            list[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Seeks to the keyframe at or before a time.
    ///
    /// - Parameters:
    ///   - seconds: The time since the movie's start.
    ///   - index: The stream whose keyframe counts.
    func seek(to seconds: Double, index: Int) {
        guard let context = file.movie.context, let stream = context.pointee.streams?[index],
            let time = clock(stream.pointee).time(seconds)
        else { return }
        if av_seek_frame(context, Int32(index), time, AVSEEK_FLAG_BACKWARD) >= 0 { return }
        // There is no keyframe before, or no index. The tracks skip what they don't need.
        avformat_seek_file(context, Int32(index), .min, .min, time, 0)
    }

    /// Reads the next packet, which is valid until the next call. Returns `nil` at the end, or where the file is
    /// truncated.
    func next() -> UnsafeMutablePointer<AVPacket>? {
        guard let context = file.movie.context else { return nil }
        av_packet_unref(packet.packet)
        let result = av_read_frame(context, packet.packet)
        if result < 0, result != albumen_av_end_of_file { isDamaged = true }
        return result >= 0 ? packet.packet : nil
    }

    /// The position in the file, from 0 to 1.
    var share: Double {
        guard let input = file.movie.context?.pointee.pb else { return 0 }
        let (position, size) = (avio_tell(input), avio_size(input))
        return size > 0 ? max(0, min(1, Double(position) / Double(size))) : 0
    }
}
