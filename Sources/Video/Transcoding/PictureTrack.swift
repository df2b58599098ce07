import CLibAV
import MediaRequests

/// A track of pictures that are decoded, converted and encoded.
///
/// A frame plays until the next one. The frame that plays at the start of the range becomes the first.
final class PictureTrack: ExportTrack {
    /// The longest declared duration of a last frame that isn't damaged.
    private static let longestFrameInSeconds = 10.0
    /// The share of a frame's duration by which times may be wrong.
    private static let tolerance = 1e-3

    let output: MovieTrackWriter
    private(set) var position = 0.0
    private(set) var isPastEnd = false
    private let sources: [PictureSource]
    private let stage: any PictureStage
    private let sink: PictureSink
    private let form: Form
    private var file: Int?
    private var decoder: StreamDecoder?
    /// The number of damaged packets of former decoders.
    private var formerlyRejectedCount = 0
    /// The smallest distance of two frames, in the encoder's unit.
    private let leastDistance: Int64
    private var run: [ExportTimeline.Piece] = []
    /// The frame that plays until the next one is decoded.
    private let held: FrameBuffer
    private var heldTime: Double?
    private var lastTime: Int64 = -1
    /// The number of the last frame if their times are even.
    private var lastTick: Int64 = -1

    /// The times of the track.
    struct Form {
        /// The largest number of frames per second in the export.
        var maximumFrameRate: Double?
        /// The time from one frame to the next, in seconds, or `nil` to keep the sources' times.
        var frameDuration: Double?
        /// The composition's time at the start of the export, in seconds.
        var start = 0.0
    }

    init(
        _ sources: [PictureSource], _ stage: any PictureStage, _ sink: PictureSink, _ output: MovieTrackWriter,
        _ form: Form
    ) throws(MediaError) {
        self.sources = sources
        self.stage = stage
        self.sink = sink
        self.output = output
        self.form = form
        held = try FrameBuffer()
        // A little less, so that a source of exactly this rate keeps all frames.
        let unit = av_q2d(sink.timeBase)
        leastDistance = form.maximumFrameRate.map { Int64(rounding: 0.9 / $0 / unit) } ?? 1
        // Checks the decoders before the export starts. Files of a join often have the same codec.
        var checked: Set<UInt32> = []
        for source in sources where checked.insert(source.stream.codecpar.pointee.codec_id.rawValue).inserted {
            _ = try StreamDecoder(source.stream)
        }
    }

    /// Whether frames that no other frame refers to are skipped.
    var skipsUnreferencedFrames = false {
        didSet { decoder?.skipsUnreferencedFrames = skipsUnreferencedFrames }
    }

    private var source: PictureSource { sources[file ?? 0] }
    var streamIndex: Int? { source.streamIndex }
    func streamIndices(in file: Int) -> [Int] { [sources[file].streamIndex] }
    var clock: StreamClock { source.clock }
    var rejectedCount: Int { formerlyRejectedCount + (decoder?.rejectedCount ?? 0) }

    func begin(_ run: [ExportTimeline.Piece]) throws(MediaError) {
        self.run = run
        isPastEnd = false
        heldTime = nil
        if file == run.file, let decoder { return decoder.flush() }
        formerlyRejectedCount = rejectedCount
        decoder = nil
        file = run.file
        decoder = try StreamDecoder(source.stream)
    }

    func consume(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        try decoder?.decode(packet) { frame throws(MediaError) in try receive(frame) }
    }

    func endRun() throws(MediaError) {
        try decoder?.decode(nil) { frame throws(MediaError) in try receive(frame) }
        if let heldTime { try emitHeldFrame(from: heldTime, to: heldTime + heldDuration) }
        heldTime = nil
    }

    func finish() throws(MediaError) {
        try stage.finish()
        try sink.finish()
    }

    private func receive(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        let time = clock.seconds(frame.pointee.best_effort_timestamp) ?? (heldTime ?? 0) + source.frameDuration
        if let heldTime {
            // Times that don't rise are damaged.
            guard time > heldTime else { return }
            try emitHeldFrame(from: heldTime, to: time)
        }
        if time >= run.source.upperBound { isPastEnd = true }
        av_frame_unref(held.frame)
        av_frame_move_ref(held.frame, frame)
        heldTime = time
    }

    /// The duration of the last frame.
    private var heldDuration: Double {
        let duration = Double(held.frame.pointee.pkt_duration) * av_q2d(clock.unit)
        return duration > 0 && duration < Self.longestFrameInSeconds ? duration : source.frameDuration
    }

    /// Passes on the held frame if it plays in the current run.
    private func emitHeldFrame(from start: Double, to end: Double) throws(MediaError) {
        let range = run.source
        let (start, end) = (max(start, range.lowerBound), min(end, range.upperBound))
        guard end > start else { return }
        let (first, last) = (run.target(of: start), run.target(of: end))
        if let step = form.frameDuration {
            try emitTicks(from: first, to: last, step: step)
        } else {
            try emit(from: first, to: last)
        }
    }

    /// Passes on the held frame once for each multiple of a duration.
    private func emitTicks(from first: Double, to last: Double, step: Double) throws(MediaError) {
        var tick = max(lastTick + 1, Int64(rounding: (first / step - Self.tolerance).rounded(.up)))
        while Double(tick) * step < last - step * Self.tolerance {
            try emit(from: Double(tick) * step, to: Double(tick + 1) * step)
            lastTick = tick
            tick += 1
        }
    }

    private func emit(from first: Double, to last: Double) throws(MediaError) {
        let unit = av_q2d(sink.timeBase)
        let time = Int64(rounding: first / unit)
        guard lastTime < 0 || time - lastTime >= leastDistance else { return }
        lastTime = time
        let start = Int64(rounding: form.start / unit)
        let place = FramePosition(
            time: time, duration: max(1, Int64(rounding: last / unit) - time),
            compositionTime: MediaTime(value: start &+ time, timescale: sink.timeBase.den))
        position = last
        try stage.submit(held.frame, source.geometry, place)
    }
}
