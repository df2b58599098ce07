import CLibAV
import MediaRequests

/// Encodes the sound of a client. Gaps become silence.
final class WrittenSound: WrittenTrack {
    private static let defaultFrameSize = 1024
    /// The differences between the time of samples and their place that stay uncorrected, because clients round times.
    private static let toleranceInSeconds = 0.005
    private static let longestGapInSeconds = 3600.0

    let packets = PacketQueue()
    private let input: MovieWriting.Input
    private let start: Double
    private let encoder: StreamEncoder
    private let converter: SoundConverter
    private let source: FrameBuffer
    private let sampleRate: Double
    private var encodedCount: Int64 = 0
    private var sampleCount = 0

    init(
        _ settings: MovieWriting.EncodedSound, _ input: MovieWriting.Input, start: MediaTime
    ) throws(MediaError) {
        let isCompressed = settings.bitsPerSecond != nil
        guard !isCompressed || MovieWriting.EncodedSound.ratesOfAAC.contains(settings.sampleRate) else {
            throw MediaError(
                .unsupported, "AAC can't have \(settings.sampleRate) samples per second. Choose 44,100 or 48,000")
        }
        let format = SoundFormat(
            sampleRate: settings.sampleRate, channelCount: settings.channelCount,
            sampleFormat: isCompressed ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16)
        self.input = input
        self.start = start.seconds
        encoder = try format.openEncoder(settings.bitsPerSecond.map { .aac(bitsPerSecond: $0) } ?? .linearPCM)
        converter = try SoundConverter(format)
        source = try FrameBuffer()
        sampleRate = Double(format.sampleRate)
    }

    var isDescribed: Bool { true }

    func append(
        _ sample: AppendedSample, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard case .sound(let sound) = sample.content, sound.isValid, sample.byteCount > 0,
            sample.byteCount % sound.bytesPerSample == 0
        else { throw .unexpectedSample }
        let count = sample.byteCount / sound.bytesPerSample
        try fill(sound, count: count, read)
        let place = sample.time.seconds - start
        // Samples before the start of the movie are left out.
        var first = place < 0 ? Int(min(Double(count), (-place * Double(sound.sampleRate)).rounded())) : 0
        guard first < count else { return }
        let early = max(0, place) - Double(converter.expectedPosition) / sampleRate
        if early > Self.toleranceInSeconds {
            guard early < Self.longestGapInSeconds else { throw .unorderedSample }
            try converter.drain()
            try advance(to: max(0, place))
        } else if early < -Self.toleranceInSeconds {
            first += Int((-early * Double(sound.sampleRate)).rounded())
        }
        guard first < count else { return }
        try converter.append(source.frame, samples: first..<count, stretch: 1)
        sampleCount += count - first
        try encode(all: false)
    }

    func finish(end: MediaTime?) throws(MediaError) {
        try converter.drain()
        guard sampleCount > 0 else { return }
        try encode(all: true)
        try encoder.encode(nil) { packet throws(MediaError) in try packets.write(packet) }
    }

    func addStream(to writer: MovieWriter) throws(MediaError) -> MovieTrackWriter {
        let output = try writer.addStream(encoder.context)
        if let language = input.language { output.setLanguage(language) }
        return output
    }

    private func fill(
        _ sound: SampleSound, count: Int, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError) {
        let (frame, format) = (source.frame, sound.converted)
        av_frame_unref(frame)
        frame.pointee.nb_samples = Int32(clamping: count)
        frame.pointee.format = format.sampleFormat.rawValue
        frame.pointee.sample_rate = format.sampleRate
        av_channel_layout_default(&frame.pointee.ch_layout, format.channelCount)
        guard av_frame_get_buffer(frame, 0) >= 0, let base = frame.pointee.data.0 else { throw .noMemoryForMovie }
        try read(base)
    }

    /// Appends silence, in steps, because a gap can be long.
    private func advance(to time: Double) throws(MediaError) {
        let target = Int64(rounding: time * sampleRate)
        while converter.position < target {
            try converter.seek(to: min(target, converter.position + Int64(sampleRate)))
            try encode(all: false)
        }
    }

    private func encode(all: Bool) throws(MediaError) {
        let size = Int(encoder.context.pointee.frame_size)
        let step = size > 0 ? size : Self.defaultFrameSize
        while converter.available >= step || all && converter.available > 0 {
            guard let frame = try converter.take(step) else { return }
            frame.pointee.pts = encodedCount
            encodedCount += Int64(frame.pointee.nb_samples)
            try encoder.encode(frame) { packet throws(MediaError) in try packets.write(packet) }
        }
    }
}
