import CLibAV
import MediaRequests

/// A part with the movie's own H.264 packets, for a container that browsers lack. It consists of the groups of pictures
/// that begin in its span, so it can be empty.
struct CopiedPart {
    /// The number of keyframes to check.
    private static let checkedKeyframes = 3
    private static let checkedPackets = 600

    private let movie: PartMovie
    private let span: PartSpan

    init(_ movie: PartMovie, _ span: PartSpan) {
        self.movie = movie
        self.span = span
    }

    /// Returns the codec's name (RFC 6381) if the movie's packets can be copied, otherwise `nil`.
    ///
    /// Browsers decode H.264 with eight bits in 4:2:0, show interlaced frames with combs, and start only with frames
    /// that reset the decoder.
    static func codec(of movie: PartMovie) throws(MediaError) -> String? {
        let parameters = movie.videoStream.codecpar.pointee
        let formats = [AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue]
        guard parameters.codec_id == AV_CODEC_ID_H264, formats.contains(parameters.format),
            [AV_FIELD_PROGRESSIVE, AV_FIELD_UNKNOWN].contains(parameters.field_order),
            let description = H264Description(parameters), parameters.extradata[0] == 1 || isTransportStream(movie)
        else { return nil }
        let hasLengths = parameters.extradata[0] == 1
        let reader = try movie.reader(of: movie.videoIndex)
        var keyframeCount = 0
        var lastTime = Int64.min
        for _ in 0..<checkedPackets where keyframeCount < checkedKeyframes {
            guard let packet = reader.next()?.pointee else { break }
            guard packet.pts != albumen_av_no_time, packet.dts != albumen_av_no_time, packet.dts > lastTime else {
                return nil
            }
            lastTime = packet.dts
            guard packet.flags & AV_PKT_FLAG_KEY != 0 else { continue }
            guard H264Description.isInstantRefresh(packet, hasLengths: hasLengths) else { return nil }
            keyframeCount += 1
        }
        return keyframeCount > 0 ? description.codec : nil
    }

    /// Whether the packets have start codes.
    private static func isTransportStream(_ movie: PartMovie) -> Bool {
        movie.videoStream.codecpar.pointee.extradata[0] == 0
    }

    func write(to muxer: PartMuxer, _ sound: PartSound?) throws(MediaError) {
        guard try Self.codec(of: movie) != nil else {
            throw MediaError(.unsupported, "the movie's packets cannot be copied")
        }
        let reader = try movie.reader(of: movie.videoIndex)
        let parameters = reader.stream.codecpar
        let track = try muxer.addTrack(timescale: PartEncoder.videoTimescale, rotatedLike: movie.videoStream) {
            avcodec_parameters_copy($0, parameters)
        }
        let soundTrack = try sound?.addTrack(to: muxer)
        try muxer.begin()
        if span.start > 0 { reader.seek(backTo: span.start) }
        let shift = Int64((timelineShift(reader)).rounded())
        var hasBegun = false
        while let packet = reader.next() {
            let isKeyframe = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
            let time = reader.seconds(of: packet.pointee) ?? -.infinity
            if isKeyframe, time >= span.end { break }
            hasBegun = hasBegun || isKeyframe && (time >= span.start || span.start == 0)
            guard hasBegun, packet.pointee.pts != albumen_av_no_time, packet.pointee.dts != albumen_av_no_time else {
                continue
            }
            packet.pointee.pts -= shift
            packet.pointee.dts -= shift
            try muxer.write(packet, track: track, timeBase: reader.stream.time_base)
        }
        try soundTrack?.write(to: muxer)
    }

    /// Returns the movie's start in the stream's unit.
    private func timelineShift(_ reader: PacketReader) -> Double {
        let unit = av_q2d(reader.stream.time_base)
        return -(reader.timeline.seconds(0, in: reader.stream) ?? 0) / unit
    }
}
