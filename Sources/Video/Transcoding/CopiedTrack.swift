import CLibAV
import MediaRequests

/// A track whose packets are copied. It starts with a keyframe at or before the start of its range.
final class CopiedTrack: ExportTrack {
    let streamIndex: Int?
    let output: MovieTrackWriter
    /// The number of packets that are truncated.
    private(set) var rejectedCount = 0
    private(set) var position = 0.0
    private(set) var isPastEnd = false
    let clock: StreamClock
    private let isVideo: Bool
    private let isISO: Bool
    private var range = 0..<Double.infinity
    /// The start of the range in the stream's unit.
    private var start: Int64 = 0
    private var waitsForKeyframe = false

    /// - Parameter isISO: Whether the source's packets are whole. In a stream, a packet with a gap may still be useful.
    init(_ index: Int, _ stream: AVStream, _ clock: StreamClock, _ output: MovieTrackWriter, isISO: Bool) {
        self.isISO = isISO
        streamIndex = index
        self.clock = clock
        self.output = output
        isVideo = stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    }

    func streamIndices(in file: Int) -> [Int] { streamIndex.map { [$0] } ?? [] }

    func begin(_ run: [ExportTimeline.Piece]) throws(MediaError) {
        range = run.source
        guard let time = clock.time(range.lowerBound) else {
            throw MediaError(.unsupported, "the export's time range is too large")
        }
        start = time
        waitsForKeyframe = isVideo && range.lowerBound > 0
    }

    func consume(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        let (decoded, shown) = (clock.seconds(packet.pointee.dts), clock.seconds(packet.pointee.pts))
        if let time = decoded ?? shown, time >= range.upperBound { isPastEnd = true }
        if isPastEnd { return }
        if isISO, packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
            rejectedCount += 1
            return
        }
        if waitsForKeyframe, packet.pointee.flags & AV_PKT_FLAG_KEY == 0 { return }
        waitsForKeyframe = false
        if !isVideo, let shown {
            let length = Double(max(0, packet.pointee.duration)) * av_q2d(clock.unit)
            // A player skips the part of the first packet before the start.
            if shown + length <= range.lowerBound, range.lowerBound > 0 { return }
        }
        if packet.pointee.dts != albumen_av_no_time { packet.pointee.dts = packet.pointee.dts &- start }
        if packet.pointee.pts != albumen_av_no_time { packet.pointee.pts = packet.pointee.pts &- start }
        if let time = shown ?? decoded { position = max(position, time - range.lowerBound) }
        try output.write(packet)
    }

    func endRun() {}

    func finish() {}
}
