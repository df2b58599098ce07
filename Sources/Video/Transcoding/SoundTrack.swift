import CLibAV
import MediaRequests

/// The sound of one of an export's movies.
struct SoundSource {
    let streamIndex: Int
    let stream: AVStream
    let clock: StreamClock

    /// The end of the sound in the source, or `nil` if it's unknown.
    var end: Double? {
        let start = stream.start_time == albumen_av_no_time ? 0 : stream.start_time
        guard stream.duration > 0 else { return nil }
        return clock.seconds(start).map { $0 + Double(stream.duration) * av_q2d(clock.unit) }
    }
}

/// A track of sound that is decoded, resampled and encoded.
///
/// Gaps and movies without sound become silence, and overlapping sound is dropped, so that the sound stays with the
/// picture.
final class SoundTrack: ExportTrack {
    /// The differences between a frame's time and its place that stay uncorrected, because containers round times.
    private static let toleranceInSeconds = 0.06
    /// The longest filling at the end of compressed sound.
    private static let fillingInSeconds = 0.2
    /// The number of samples in a frame if the encoder accepts any.
    private static let defaultFrameSize = 1024

    let output: MovieTrackWriter
    private(set) var position = 0.0
    private(set) var isPastEnd = false
    private let sources: [SoundSource?]
    private var file: Int?
    private var decoder: StreamDecoder?
    /// The number of damaged packets of former decoders.
    private var formerlyRejectedCount = 0
    private let volume: SoundVolume
    private let converter: SoundConverter
    private let encoder: StreamEncoder
    private let sampleRate: Double
    private var run: [ExportTimeline.Piece] = []
    private var pieceIndex: Int?
    /// The end of the previous frame in the source.
    private var frameEnd = 0.0
    private var encodedCount: Int64 = 0

    /// - Parameters:
    ///   - sources: The sound of each movie, or `nil` for movies without sound.
    ///   - volume: The factor of the amplitude.
    init(
        _ sources: [SoundSource?], _ format: SoundFormat, _ encoder: StreamEncoder, _ output: MovieTrackWriter,
        volume: Float
    ) throws(MediaError) {
        self.sources = sources
        self.encoder = encoder
        self.output = output
        self.volume = SoundVolume(volume, format)
        converter = try SoundConverter(format)
        sampleRate = Double(format.sampleRate)
    }

    private var source: SoundSource? { sources[file ?? 0] }
    var streamIndex: Int? { source?.streamIndex }
    func streamIndices(in file: Int) -> [Int] { sources[file].map { [$0.streamIndex] } ?? [] }
    var clock: StreamClock { source?.clock ?? StreamClock(unit: AVRational(num: 1, den: 1), origin: 0) }
    var rejectedCount: Int { formerlyRejectedCount + (decoder?.rejectedCount ?? 0) }

    func begin(_ run: [ExportTimeline.Piece]) throws(MediaError) {
        self.run = run
        pieceIndex = nil
        isPastEnd = false
        frameEnd = run.source.lowerBound
        if file == run.file, let decoder { return decoder.flush() }
        formerlyRejectedCount = rejectedCount
        decoder = nil
        file = run.file
        if let source { decoder = try StreamDecoder(source.stream) }
    }

    func consume(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) {
        try decoder?.decode(packet) { frame throws(MediaError) in try receive(frame) }
    }

    func endRun() throws(MediaError) {
        try decoder?.decode(nil) { frame throws(MediaError) in try receive(frame) }
        try converter.drain()
        guard let end = run.last?.target.upperBound else { return }
        if end < .infinity { return try advance(to: end) }
        // Compressed sound ends with a whole frame, which is filled up.
        guard let sourceEnd = source?.end else { return }
        let surplus = Double(converter.position) / sampleRate - run.target(of: sourceEnd)
        if surplus > 0, surplus < Self.fillingInSeconds { try advance(to: run.target(of: sourceEnd)) }
    }

    func finish() throws(MediaError) {
        try encode(all: true)
        try encoder.encode(nil) { packet throws(MediaError) in try output.write(packet) }
    }

    private func receive(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        let (count, rate) = (Int(frame.pointee.nb_samples), Double(frame.pointee.sample_rate))
        guard count > 0, rate > 0 else { return }
        let start = clock.seconds(frame.pointee.best_effort_timestamp) ?? frameEnd
        frameEnd = start + Double(count) / rate
        if start >= run.source.upperBound { isPastEnd = true }
        for (index, piece) in run.enumerated() where !piece.isSilent && piece.source.overlaps(start..<frameEnd) {
            let part = piece.source.clamped(to: start..<frameEnd)
            if pieceIndex != index { try enter(index) }
            var first = Int(((part.lowerBound - start) * rate).rounded())
            let last = min(count, Int(((part.upperBound - start) * rate).rounded()))
            let place = piece.target(of: part.lowerBound)
            let early = place - Double(converter.expectedPosition) / sampleRate
            if early > Self.toleranceInSeconds {
                try converter.drain()
                try advance(to: place)
            } else if early < -Self.toleranceInSeconds {
                first += Int((-early / piece.stretch * rate).rounded())
            }
            if first < last {
                try converter.append(frame, samples: first..<last, stretch: piece.stretch)
                position = Double(converter.position) / sampleRate
            }
            try encode(all: false)
        }
    }

    /// Starts a piece at its exact place.
    private func enter(_ index: Int) throws(MediaError) {
        try converter.drain()
        pieceIndex = index
        try advance(to: run[index].target.lowerBound)
    }

    /// Moves to a time of the export: appends silence, or drops sound that isn't encoded yet.
    private func advance(to time: Double) throws(MediaError) {
        let target = Int64(rounding: time * sampleRate)
        repeat {
            // In steps, because a gap can be long.
            try converter.seek(to: min(target, converter.position + Int64(sampleRate)))
            try encode(all: false)
        } while converter.position < target
    }

    private func encode(all: Bool) throws(MediaError) {
        let size = Int(encoder.context.pointee.frame_size)
        let step = size > 0 ? size : Self.defaultFrameSize
        while converter.available >= step || all && converter.available > 0 {
            guard let frame = try converter.take(step) else { return }
            frame.pointee.pts = encodedCount
            volume.apply(to: frame)
            encodedCount += Int64(frame.pointee.nb_samples)
            try encoder.encode(frame) { packet throws(MediaError) in try output.write(packet) }
        }
    }
}
