import CLibAV
import MediaRequests

/// Writes compressed samples of a client without decoding them.
final class CopiedSamples: WrittenTrack {
    let packets = PacketQueue()
    private let input: MovieWriting.Input
    private let start: MediaTime
    private var stream: StoredStream?
    private let packet: MoviePacket

    init(_ format: StoredFormat?, _ input: MovieWriting.Input, start: MediaTime) throws(MediaError) {
        self.input = input
        self.start = start
        packet = try MoviePacket()
        if let format { stream = try StoredStream(format) }
    }

    var isDescribed: Bool { stream != nil }

    func append(
        _ sample: AppendedSample, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard case .stored(let format, let isKeyframe) = sample.content else { throw .unexpectedSample }
        if stream == nil, let format { stream = try StoredStream(format) }
        guard let stream else {
            throw MediaError(.unsupported, "the first compressed sample of a track needs a format")
        }
        guard sample.byteCount > 0 else { return }
        let packet = packet.packet
        av_packet_unref(packet)
        guard av_new_packet(packet, Int32(clamping: sample.byteCount)) >= 0, let data = packet.pointee.data else {
            throw .noMemoryForMovie
        }
        try read(data)
        let unit = stream.stream.pointee.time_base
        packet.pointee.pts = Self.time(sample.time, since: start, unit)
        packet.pointee.dts = sample.decodeTime.map { Self.time($0, since: start, unit) } ?? packet.pointee.pts
        packet.pointee.duration = sample.duration.map { Self.time($0, since: .zero, unit) } ?? 0
        if isKeyframe { packet.pointee.flags |= AV_PKT_FLAG_KEY }
        try packets.write(packet)
    }

    func finish(end: MediaTime?) {}

    func addStream(to writer: MovieWriter) throws(MediaError) -> MovieTrackWriter {
        guard let stream else { throw .unexpectedSample }
        let output = try writer.addCopy(of: stream.stream.pointee)
        try output.setTransform(input.transform)
        if let language = input.language { output.setLanguage(language) }
        return output
    }

    private static func time(_ time: MediaTime, since start: MediaTime, _ unit: AVRational) -> Int64 {
        func units(_ time: MediaTime) -> Int64 {
            av_rescale_q(time.value, AVRational(num: 1, den: max(1, time.timescale)), unit)
        }
        return units(time) &- units(start)
    }
}
