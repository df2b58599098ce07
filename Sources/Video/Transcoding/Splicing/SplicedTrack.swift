import CLibAV
import MediaRequests

/// A track of pictures whose whole groups of packets are copied. Frames before the first such group and after the last
/// copied picture are decoded and encoded, so that the range starts and ends exactly.
///
/// The encoder's parameter sets have numbers that the movie doesn't use, in the same description of the stream. So each
/// picture finds its own sets, in every player.
final class SplicedTrack: ExportTrack {
    let output: MovieTrackWriter
    private(set) var position = 0.0
    private(set) var isPastEnd = false
    private(set) var rejectedCount = 0
    private let splice: Splice
    private let result: SplicedOutput
    private let first: MoviePacket
    private let copy: MoviePacket
    private var run: [ExportTimeline.Piece] = []
    private var head: PictureTrack?
    private var tail: PictureTrack?
    private var isHoldingFirst = false

    init(_ splice: Splice, _ output: MovieTrackWriter) throws(MediaError) {
        self.splice = splice
        self.output = output
        result = try SplicedOutput(output)
        first = try MoviePacket()
        copy = try MoviePacket()
    }

    private var plan: SplicePlan { splice.plan }
    private var source: PictureSource { splice.source }
    var streamIndex: Int? { source.streamIndex }
    func streamIndices(in file: Int) -> [Int] { [source.streamIndex] }
    var clock: StreamClock { source.clock }

    func begin(_ run: [ExportTimeline.Piece]) throws(MediaError) {
        self.run = run
        guard plan.hasHead else { return }
        head = try encoded(from: run.source.lowerBound, to: splice.seconds(plan.firstTime))
    }

    /// Returns a track for frames of the movie that are encoded.
    private func encoded(from start: Double, to end: Double) throws(MediaError) -> PictureTrack {
        let delay = exportTime(plan.firstTime) - exportTime(plan.first)
        let track = try splice.encodedTrack(to: result, output, delay: max(0, delay))
        try track.begin([.init(source: start..<end, target: run.target(of: start)..<run.target(of: end))])
        return track
    }

    /// The end of the track in the unit of the export.
    private var end: Int64 { Int64(rounding: run.target(of: plan.end) / av_q2d(splice.timeBase)) }

    private func exportTime(_ time: Int64) -> Int64 {
        Int64(rounding: run.target(of: splice.seconds(time)) / av_q2d(splice.timeBase))
    }

    func consume(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        let time = packet.pointee.dts
        if splice.seconds(time) >= run.source.upperBound { isPastEnd = true }
        if isPastEnd { return }
        position = max(position, splice.seconds(time) - run.source.lowerBound)
        if time < plan.afterLeading {
            try head?.consume(packet)
            guard time == plan.first else { return }
            guard av_packet_ref(first.packet, packet) >= 0 else { throw .noMemoryForMovie }
            isHoldingFirst = true
        } else {
            try finishHead()
        }
        if let place = plan.tail, time >= place.keyframe {
            if tail == nil { tail = try encoded(from: splice.seconds(place.time), to: run.source.upperBound) }
            // Of the frames before the encoded ones, only those that others need are decoded.
            tail?.skipsUnreferencedFrames = packet.pointee.pts < place.time
            if time < plan.cut, time != plan.first { try write(packet) }
            try tail?.consume(packet)
        } else if time < plan.cut, time != plan.first {
            try write(packet)
        }
    }

    /// Completes the frames before the first copied packet, and writes that one.
    private func finishHead() throws(MediaError) {
        if let head { try end(head) }
        head = nil
        guard isHoldingFirst else { return }
        isHoldingFirst = false
        try write(first.packet)
    }

    private func end(_ track: PictureTrack) throws(MediaError) {
        try track.endRun()
        try track.finish()
        rejectedCount += track.rejectedCount
    }

    private func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        let (time, decodeTime) = (exportTime(packet.pointee.pts), exportTime(packet.pointee.dts))
        if let bytes = splice.copiedBytes(packet.pointee, followsEncoded: plan.hasHead) {
            try copy.fill(bytes, like: packet)
        } else {
            av_packet_unref(copy.packet)
            guard av_packet_ref(copy.packet, packet) >= 0 else { throw .noMemoryForMovie }
        }
        // The frame that plays at the start begins before it.
        copy.packet.pointee.pts = max(0, time)
        let last = exportTime(packet.pointee.pts &+ max(0, packet.pointee.duration))
        let duration = min(last, end).subtractingReportingOverflow(copy.packet.pointee.pts)
        copy.packet.pointee.duration = duration.overflow ? 0 : max(0, duration.partialValue)
        try result.write(copy.packet, decodeTime: decodeTime)
    }

    func endRun() throws(MediaError) {
        try finishHead()
        if let tail { try end(tail) }
        tail = nil
    }

    func finish() throws(MediaError) {
        try result.finish(at: end)
        position = max(position, plan.end - run.source.lowerBound)
    }
}
