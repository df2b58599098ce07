import CLibAV
import MediaRequests

/// Writes the tracks of one part as a fragmented MP4 file in memory. Only one thread can use it.
final class PartMuxer {
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var byteCount = 0
    /// The decoding time of each track's last packet, in the track's unit.
    private var lastTimes: [Int32: Int64] = [:]
    /// The longest sample in the track's unit. libavformat ends the process if a sample lasts longer than 2³¹ units.
    private static let durationLimit = Int64(1) << 30
    /// The limit of times in the track's unit, so that their sums fit.
    private static let timeLimit = Int64(1) << 60

    private static let failed = MediaError(.unreadable, "a part of the movie cannot be put into a container")
    private static let noMemory = MediaError(
        .limitExceeded, "a part of the movie takes more memory than albumen gives it")

    init() throws(MediaError) {
        guard avformat_alloc_output_context2(&context, nil, "mp4", nil) >= 0, let context else { throw Self.noMemory }
        context.pointee.flags |= AVFMT_FLAG_BITEXACT
        // Times are those of the entire movie.
        context.pointee.avoid_negative_ts = 0
        guard avio_open_dyn_buf(&context.pointee.pb) >= 0 else { throw Self.noMemory }
    }

    deinit {
        guard let context else { return }
        discardBytes(context)
        avformat_free_context(context)
    }

    /// Adds a track.
    ///
    /// - Parameters:
    ///   - timescale: The unit of its times.
    ///   - matrix: The stream whose display matrix the track has.
    /// - Returns: The track's number, for `write`.
    func addTrack(
        timescale: Int32, rotatedLike original: AVStream? = nil,
        _ describe: (UnsafeMutablePointer<AVCodecParameters>) -> Int32
    ) throws(MediaError) -> Int32 {
        guard let context, let track = avformat_new_stream(context, nil), describe(track.pointee.codecpar) >= 0 else {
            throw Self.noMemory
        }
        track.pointee.codecpar.pointee.codec_tag = 0
        track.pointee.time_base = AVRational(num: 1, den: timescale)
        if var original {
            var size = 0
            if let matrix = av_stream_get_side_data(&original, AV_PKT_DATA_DISPLAYMATRIX, &size), size == 36,
                let copy = av_stream_new_side_data(track, AV_PKT_DATA_DISPLAYMATRIX, size)
            {
                copy.update(from: matrix, count: size)
            }
        }
        return track.pointee.index
    }

    /// Writes the description of the tracks. All tracks must have been added.
    func begin() throws(MediaError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // One fragment whose times are those of the movie. Reordered frames have negative offsets, so that decoding
        // begins at the time of the first frame.
        let flags = "empty_moov+default_base_moof+frag_custom+frag_discont+negative_cts_offsets+skip_trailer"
        av_dict_set(&options, "movflags", flags, 0)
        av_dict_set(&options, "use_editlist", "0", 0)
        guard avformat_write_header(context, &options) >= 0 else { throw Self.failed }
    }

    /// Writes a packet with times in seconds of a stream's unit.
    func write(
        _ packet: UnsafeMutablePointer<AVPacket>, track: Int32, timeBase: AVRational
    ) throws(MediaError) {
        guard let context, let stream = context.pointee.streams[Int(track)] else { throw Self.failed }
        byteCount += Int(packet.pointee.size)
        guard byteCount < MoviePartRequest.limitInBytes - (4 << 20) else {
            throw MediaError(.limitExceeded, "a part of the movie is larger than albumen takes")
        }
        packet.pointee.stream_index = track
        packet.pointee.pos = -1
        av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
        try check(packet.pointee, track)
        guard av_write_frame(context, packet) >= 0 else { throw Self.failed }
    }

    /// Checks a packet's times.
    ///
    /// - Throws: `unreadable` for times with which libavformat ends the process when it writes the fragment.
    private func check(_ packet: AVPacket, _ track: Int32) throws(MediaError) {
        guard (-Self.timeLimit...Self.timeLimit).contains(packet.dts),
            (-Self.timeLimit...Self.timeLimit).contains(packet.pts),
            (0...Self.durationLimit).contains(packet.duration),
            abs(packet.pts - packet.dts) <= Self.durationLimit
        else { throw Self.implausible }
        if let last = lastTimes[track], !(0...Self.durationLimit).contains(packet.dts - last) {
            throw Self.implausible
        }
        lastTimes[track] = packet.dts
    }

    private static let implausible = MediaError(
        .unreadable, "the times of the movie's packets are too far apart, or aren't in order")

    /// Writes the fragment and calls `body` with the file's bytes. The muxer can't be used afterwards.
    func finish<Answer>(_ body: (UnsafeRawBufferPointer) throws(MediaError) -> Answer) throws(MediaError) -> Answer {
        guard let context, av_write_frame(context, nil) >= 0, av_write_trailer(context) >= 0 else { throw Self.failed }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = avio_close_dyn_buf(context.pointee.pb, &bytes)
        context.pointee.pb = nil
        defer { av_free(bytes) }
        guard let bytes, count > 0 else { throw Self.noMemory }
        return try body(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    private func discardBytes(_ context: UnsafeMutablePointer<AVFormatContext>) {
        guard context.pointee.pb != nil else { return }
        var bytes: UnsafeMutablePointer<UInt8>?
        avio_close_dyn_buf(context.pointee.pb, &bytes)
        context.pointee.pb = nil
        av_free(bytes)
    }
}
