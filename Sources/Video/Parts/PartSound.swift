import CLibAV
import CLibSwresample
import MediaRequests

/// The samples of a part's sound, on the grid of AAC frames that all parts share. Only one thread can use it.
///
/// An AAC frame has 1,024 samples and overlaps with its neighbors. The grid begins at the movie's start, so the frames
/// of neighboring parts join. The encoder receives a few frames before the part, whose packets it discards.
final class PartSound {
    static let samplesPerFrame = 1024
    /// The encoder's delay is one frame, and the first frame after its start has no neighbor.
    private static let framesBefore = 3
    /// The tolerance of a sample's place. Containers round times.
    private static let jitterInSeconds = 0.01
    private static let noMemory = MediaError(.limitExceeded, "there is not enough memory for the movie's sound")

    let format: SoundFormat
    var sampleRate: Int32 { format.sampleRate }
    private var channelCount: Int32 { format.channelCount }
    private let decoder: SpanDecoder
    private let firstFrame: Int
    private let lastFrame: Int
    /// The samples of each channel, from `framesBefore` before the first frame on.
    private var channels: [[Float]]
    private var converter: OpaquePointer?
    private var nextPlace: Int?
    private(set) var hasSamples = false

    /// - Parameter span: The part's span. For the last part, `end` is the movie's end.
    ///
    /// - Throws: `unreadable` if the stream's description is invalid.
    init(_ decoder: SpanDecoder, start: Double, end: Double) throws(MediaError) {
        self.decoder = decoder
        format = try PartEncoder.soundFormat(decoder.reader.stream.codecpar.pointee)
        let (sampleRate, channelCount) = (format.sampleRate, format.channelCount)
        let framesPerSecond = Double(sampleRate) / Double(Self.samplesPerFrame)
        firstFrame = Int((start * framesPerSecond).rounded(.up))
        lastFrame = max(firstFrame, Int((end * framesPerSecond).rounded(.up)))
        let count = (lastFrame - firstFrame + Self.framesBefore + 1) * Self.samplesPerFrame
        channels = Array(repeating: Array(repeating: 0, count: count), count: Int(channelCount))
    }

    deinit { swr_free(&converter) }

    /// The place of the first sample in `channels`, counted from the movie's start. It can be negative.
    private var origin: Int { (firstFrame - Self.framesBefore) * Self.samplesPerFrame }

    /// Decodes the samples of the span. Missing samples stay silent.
    func read() throws(MediaError) {
        let start = Double(origin) / Double(sampleRate)
        let end = Double(origin + channels[0].count) / Double(sampleRate)
        decoder.seek(backTo: max(0, start - 0.1))
        while let frame = try decoder.next() {
            if frame.time >= end { break }
            if frame.time + decoder.durationInSeconds(of: frame.frame.frame.pointee) > start { try add(frame) }
        }
    }

    private func add(_ frame: SpanDecoder.Frame) throws(MediaError) {
        let input = frame.frame.frame
        if converter == nil { try prepare(input) }
        guard let converter else { return }
        let limit = swr_get_out_samples(converter, input.pointee.nb_samples)
        guard limit > 0 else { return }
        var output = channels.map { _ in [Float](repeating: 0, count: Int(limit)) }
        let count = Self.convert(converter, input, &output, limit)
        guard count > 0 else { return }
        hasSamples = true
        var place = Int((frame.time * Double(sampleRate)).rounded())
        if let nextPlace, abs(nextPlace - place) <= Int(Double(sampleRate) * Self.jitterInSeconds) {
            place = nextPlace
        }
        nextPlace = place + Int(count)
        for channel in channels.indices {
            for index in 0..<Int(count) {
                let target = place + index - origin
                if channels[channel].indices.contains(target) { channels[channel][target] = output[channel][index] }
            }
        }
    }

    private static func convert(
        _ converter: OpaquePointer, _ input: UnsafeMutablePointer<AVFrame>, _ output: inout [[Float]], _ limit: Int32
    ) -> Int32 {
        let planes = Int(max(1, input.pointee.ch_layout.nb_channels))
        var sources: [UnsafePointer<UInt8>?] = (0..<planes).map { plane in
            input.pointee.extended_data[av_sample_fmt_is_planar(AVSampleFormat(input.pointee.format)) != 0 ? plane : 0]
                .map { UnsafePointer($0) }
        }
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: Int(limit) * output.count)
        defer { buffer.deallocate() }
        var targets: [UnsafeMutablePointer<UInt8>?] = output.indices.map { channel in
            UnsafeMutableRawPointer(buffer.baseAddress! + channel * Int(limit)).assumingMemoryBound(to: UInt8.self)
        }
        let count = swr_convert(converter, &targets, limit, &sources, input.pointee.nb_samples)
        guard count > 0 else { return count }
        for channel in output.indices {
            for index in 0..<Int(count) { output[channel][index] = buffer[channel * Int(limit) + index] }
        }
        return count
    }

    private func prepare(_ input: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        var target = AVChannelLayout()
        av_channel_layout_default(&target, channelCount)
        var source = input.pointee.ch_layout
        if source.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&source, source.nb_channels) }
        guard
            swr_alloc_set_opts2(
                &converter, &target, AV_SAMPLE_FMT_FLTP, sampleRate, &source, AVSampleFormat(input.pointee.format),
                input.pointee.sample_rate, 0, nil) >= 0, swr_init(converter) >= 0
        else { throw MediaError(.unsupported, "the movie's kind of sound is not known here") }
    }

    /// Encodes the samples and calls `write` with the packets of the part.
    func encode(
        with encoder: StreamEncoder, _ write: (UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard let input = VideoFrame() else { throw Self.noMemory }
        var number = -Self.framesBefore
        // A packet that the encoder returns has the time at which its samples begin, one frame before the input's.
        let take = { (packet: UnsafeMutablePointer<AVPacket>) throws(MediaError) in
            let frame = Int(packet.pointee.pts) / Self.samplesPerFrame
            guard packet.pointee.pts >= 0, frame < self.lastFrame - self.firstFrame else { return }
            packet.pointee.pts += Int64(self.firstFrame * Self.samplesPerFrame)
            packet.pointee.dts = packet.pointee.pts
            packet.pointee.duration = Int64(Self.samplesPerFrame)
            try write(packet)
        }
        for start in stride(from: 0, to: channels[0].count, by: Self.samplesPerFrame) {
            av_frame_unref(input.frame)
            input.frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            input.frame.pointee.nb_samples = Int32(Self.samplesPerFrame)
            input.frame.pointee.sample_rate = sampleRate
            av_channel_layout_default(&input.frame.pointee.ch_layout, channelCount)
            guard av_frame_get_buffer(input.frame, 0) >= 0 else { throw Self.noMemory }
            input.frame.pointee.pts = Int64(number * Self.samplesPerFrame)
            for (channel, samples) in channels.enumerated() {
                guard let plane = input.frame.pointee.extended_data[channel] else { throw Self.noMemory }
                samples[start..<start + Self.samplesPerFrame].withUnsafeBytes { bytes in
                    UnsafeMutableRawPointer(plane).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
                }
            }
            try encoder.encode(input.frame, take)
            number += 1
        }
        try encoder.encode(nil, take)
    }
}
