import CLibAV
import MediaRequests

/// A part whose frames are decoded and encoded again as H.264.
struct EncodedPart {
    private static let latestInSeconds = 1e9
    /// The end of the parts with which playback starts, in seconds.
    private static let endOfUrgentParts = 0.6

    private let movie: PartMovie
    private let span: PartSpan
    private let lines: Int

    init(_ movie: PartMovie, _ span: PartSpan, lines: Int) {
        self.movie = movie
        self.span = span
        self.lines = lines
    }

    func write(to muxer: PartMuxer, _ sound: PartSound?) throws(MediaError) {
        let decoder = try SpanDecoder(movie.reader(of: movie.videoIndex), threadCount: PartMovie.threadCount)
        decoder.seek(backTo: span.start, until: span.end)
        var frames = PartFrames(decoder, span)
        guard let first = try frames.next(orStill: sound?.hasSamples == true) else {
            throw MediaError(.unreadable, "the file ends before this part of the movie, or is damaged there")
        }
        let scaler = try PartScaler(movie, first: first.frame, lines: lines)
        let encoder = try PartEncoder.video(
            scaler.format, frameRate: frameRate, isUrgent: span.end < Self.endOfUrgentParts)
        let track = try muxer.addTrack(timescale: PartEncoder.videoTimescale, rotatedLike: movie.videoStream) {
            avcodec_parameters_from_context($0, encoder.context)
        }
        let soundTrack = try sound?.addTrack(to: muxer)
        try muxer.begin()

        var durations: [Int64: Int64] = [:]
        let write = { (packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) in
            packet.pointee.duration = durations.removeValue(forKey: packet.pointee.pts) ?? 0
            try muxer.write(packet, track: track, timeBase: encoder.context.pointee.time_base)
        }
        var shown: PartFrames.Shown? = first
        var last: Int64 = -1
        while let current = shown {
            let start = Self.ticks(current.start)
            // The times of a damaged file can be too close to each other.
            if start > last {
                durations[start] = max(1, Self.ticks(current.end) - start)
                let picture = try scaler.converted(current.frame)
                picture.pointee.pts = start
                try encoder.encode(picture, write)
                last = start
            }
            shown = try frames.next(orStill: false)
        }
        try encoder.encode(nil, write)
        try soundTrack?.write(to: muxer)
    }

    private static func ticks(_ seconds: Double) -> Int64 {
        Int64((max(0, min(seconds, latestInSeconds)) * Double(PartEncoder.videoTimescale)).rounded())
    }

    private var frameRate: AVRational {
        for rate in [movie.videoStream.avg_frame_rate, movie.videoStream.r_frame_rate]
        where rate.num > 0 && rate.den > 0 && (1...1000).contains(av_q2d(rate)) {
            return rate
        }
        return AVRational(num: 30, den: 1)
    }
}

/// The frames of a span, each with the time of the next one.
struct PartFrames {
    /// A frame with the times at which it appears and disappears.
    struct Shown {
        let frame: VideoFrame
        let start: Double
        let end: Double
    }

    private let decoder: SpanDecoder
    private let span: PartSpan
    /// The last frame before the span, and when it ends.
    private var before: VideoFrame?
    private var endOfBefore = 0.0
    private var pending: SpanDecoder.Frame?
    private var hasBegun = false
    private var isAtEnd = false

    init(_ decoder: SpanDecoder, _ span: PartSpan) {
        self.decoder = decoder
        self.span = span
    }

    /// Returns the next frame, or `nil` at the span's end.
    ///
    /// - Parameter still: Whether a span without any frame shows the frame before it.
    mutating func next(orStill still: Bool) throws(MediaError) -> Shown? {
        if !hasBegun {
            hasBegun = true
            try readToStart()
            let isLasting = still || endOfBefore > span.start
            let isLate = nextTime.map { $0 - span.start > span.startGap } ?? isLasting
            if isLate, let before {
                self.before = nil
                let end = nextTime ?? (span.isLast ? max(endOfBefore, span.start + 1) : span.end)
                return Shown(frame: before, start: span.start, end: min(end, span.end))
            }
            before = nil
        }
        guard let current = pending, current.time < span.end else { return nil }
        pending = isAtEnd ? nil : try decoder.next()
        // A time that goes backwards comes from a damaged file. The frame is skipped.
        while let next = pending, next.time <= current.time { pending = try decoder.next() }
        return Shown(frame: current.frame, start: current.time, end: end(of: current))
    }

    private mutating func readToStart() throws(MediaError) {
        while let frame = try decoder.next() {
            guard frame.time < span.start else {
                pending = frame
                return
            }
            before = frame.frame
            endOfBefore = frame.time + decoder.statedDurationInSeconds(of: frame.frame.frame.pointee)
        }
        isAtEnd = true
    }

    private func end(of frame: SpanDecoder.Frame) -> Double {
        guard let nextTime else {
            let end = frame.time + decoder.durationInSeconds(of: frame.frame.frame.pointee)
            return span.isLast ? end : max(min(end, span.end + span.endGap), span.end)
        }
        return nextTime - span.end <= span.endGap ? nextTime : span.end
    }

    /// The time at which the pending frame appears, or the first frame behind the span if that isn't decoded.
    private var nextTime: Double? {
        guard let pending, pending.time < span.end else { return decoder.timeBehind ?? pending?.time }
        return pending.time
    }
}
