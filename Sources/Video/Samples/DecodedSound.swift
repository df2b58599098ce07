import CLibAV
import MediaRequests

/// Decodes the sound of a track for a client. Gaps become silence.
final class DecodedSound: ReadTrack {
    /// The number of samples that a client gets at once.
    private static let step = 8192
    /// The differences between a frame's time and its place that stay uncorrected, because containers round times.
    private static let toleranceInSeconds = 0.06
    /// The longest gap that becomes silence. Later sound of a file with a longer one is left out.
    private static let longestGapInSeconds = 600.0

    let format: SampleFormat
    private let sound: SampleSound
    private let source: ReadStream
    private let decoder: StreamDecoder
    private let converter: SoundConverter
    private let range: ReadRange
    /// The time of the first sample.
    private var start: Double?
    private var takenCount: Int64 = 0
    private var frameEnd = 0.0
    private var isAtEnd = false
    /// Whether sound after a long gap is left out.
    private var isCutShort = false

    init(
        _ descriptor: Int32, track: Int32, _ wanted: SampleSound, _ range: ReadRange
    ) throws(MediaError) {
        source = try ReadStream(descriptor, track: track, .frames)
        let parameters = source.stream.codecpar.pointee
        guard parameters.codec_type == AVMEDIA_TYPE_AUDIO else {
            throw MediaError(.unsupported, "track \(track) has no sound")
        }
        guard parameters.sample_rate > 0, parameters.ch_layout.nb_channels > 0 else {
            throw MediaError(.unreadable, "the movie doesn't describe its sound")
        }
        let rate = wanted.sampleRate > 0 ? wanted.sampleRate : parameters.sample_rate
        let channels = wanted.channelCount > 0 ? wanted.channelCount : min(2, parameters.ch_layout.nb_channels)
        sound = SampleSound(sampleRate: rate, channelCount: channels, isFloat: wanted.isFloat)
        guard sound.isValid else {
            throw MediaError(.unsupported, "sound can have one or two channels and 8,000 to 192,000 samples per second")
        }
        format = .sound(sound)
        self.range = range
        decoder = try StreamDecoder(source.stream)
        converter = try SoundConverter(sound.converted)
        source.seek(to: range.start)
        frameEnd = range.start
    }

    var damage: String? { source.damage(rejectedCount: decoder.rejectedCount + (isCutShort ? 1 : 0)) }

    func next() throws(MediaError) -> ReadSample? {
        while converter.available < Self.step, !isAtEnd {
            let packet = source.next()
            try decoder.decode(packet) { frame throws(MediaError) in try receive(frame) }
            if packet == nil { isAtEnd = true }
            if isAtEnd { try converter.drain() }
        }
        guard let frame = try converter.take(Self.step), let base = frame.pointee.data.0, let start else { return nil }
        let count = Int(frame.pointee.nb_samples)
        let first = Int64(rounding: start * Double(sound.sampleRate)) + takenCount
        takenCount += Int64(count)
        var description = SampleDescription(
            byteCount: count * sound.bytesPerSample, time: MediaTime(value: first, timescale: sound.sampleRate))
        description.count = count
        description.duration = MediaTime(value: Int64(count), timescale: sound.sampleRate)
        return ReadSample(
            description: description, bytes: UnsafeRawBufferPointer(start: base, count: description.byteCount))
    }

    private func receive(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        let (count, rate) = (Int(frame.pointee.nb_samples), Double(frame.pointee.sample_rate))
        guard count > 0, rate > 0, !isAtEnd else { return }
        let time = source.clock.seconds(frame.pointee.best_effort_timestamp) ?? frameEnd
        frameEnd = time + Double(count) / rate
        guard time < range.end else {
            isAtEnd = true
            return
        }
        var first = max(0, Int(((range.start - time) * rate).rounded()))
        let last = min(count, Int(min(Double(count), ((range.end - time) * rate).rounded())))
        guard first < last else { return }
        let place = time + Double(first) / rate
        guard let start else {
            self.start = place
            return try converter.append(frame, samples: first..<last, stretch: 1)
        }
        let early = place - start - Double(converter.expectedPosition) / Double(sound.sampleRate)
        if early > Self.toleranceInSeconds {
            guard early < Self.longestGapInSeconds else {
                (isAtEnd, isCutShort) = (true, true)
                return
            }
            try converter.drain()
            try converter.seek(to: Int64(rounding: (place - start) * Double(sound.sampleRate)))
        } else if early < -Self.toleranceInSeconds {
            first += Int((-early * rate).rounded())
        }
        if first < last { try converter.append(frame, samples: first..<last, stretch: 1) }
    }
}

extension SampleSound {
    /// The format as libswresample's, with interleaved channels.
    var converted: SoundFormat {
        SoundFormat(
            sampleRate: sampleRate, channelCount: channelCount,
            sampleFormat: isFloat ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_S16)
    }
}
