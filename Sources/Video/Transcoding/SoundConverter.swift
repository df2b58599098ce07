import CLibAV
import CLibSwresample
import MediaRequests

/// Converts decoded sound to a `SoundFormat`, faster or slower where the picture is. Only one thread can use it.
///
/// The pitch changes with the speed. The samples collect in a queue, from which an encoder takes frames.
final class SoundConverter {
    private struct Input: Equatable {
        var sampleRate: Int32
        var channelCount: Int32
        var sampleFormat: Int32
        var stretch: Double
    }

    private static let unconvertible = MediaError(.unsupported, "the movie's kind of sound can't be converted")
    /// The largest number of samples of silence that one call makes.
    private static let silenceStep = 8192

    private let format: SoundFormat
    private var queue: OpaquePointer?
    private var context: OpaquePointer?
    private var input: Input?
    private let output: FrameBuffer
    /// The number of samples since the start of the export, including those that have left the queue.
    private(set) var position: Int64 = 0

    init(_ format: SoundFormat) throws(MediaError) {
        self.format = format
        output = try FrameBuffer()
        queue = av_audio_fifo_alloc(format.sampleFormat, format.channelCount, 4096)
        guard queue != nil else { throw .noMemoryForMovie }
    }

    deinit {
        swr_free(&context)
        if let queue { av_audio_fifo_free(queue) }
    }

    /// The position after the samples that the conversion holds back.
    var expectedPosition: Int64 {
        position + (context.map { swr_get_delay($0, Int64(format.sampleRate)) } ?? 0)
    }

    /// The number of samples in the queue.
    var available: Int { queue.map { Int(max(0, av_audio_fifo_size($0))) } ?? 0 }

    /// Converts a range of a frame's samples, which plays in `stretch` times its duration.
    func append(
        _ frame: UnsafeMutablePointer<AVFrame>, samples: Range<Int>, stretch: Double
    ) throws(MediaError) {
        guard !samples.isEmpty else { return }
        let context = try context(for: frame, stretch: stretch)
        guard let bytesPerSample = Self.byteStep(frame) else { throw Self.unconvertible }
        let planeCount =
            av_sample_fmt_is_planar(AVSampleFormat(frame.pointee.format)) == 0
            ? 1 : Int(frame.pointee.ch_layout.nb_channels)
        var planes: [UnsafePointer<UInt8>?] = (0..<planeCount).map { index in
            frame.pointee.extended_data?[index].map { UnsafePointer($0) + samples.lowerBound * bytesPerSample }
        }
        try convert(context, &planes, Int32(samples.count))
    }

    /// Appends the samples that the conversion holds back, before samples of another kind or place.
    func drain() throws(MediaError) {
        guard let context else { return }
        try convert(context, nil, 0)
        swr_free(&self.context)
        input = nil
    }

    /// Appends silence up to a sample, or removes the last samples behind it. Samples that have left the queue stay.
    func seek(to sample: Int64) throws(MediaError) {
        guard let queue else { return }
        if sample < position {
            let surplus = min(position - sample, Int64(available))
            try keep(available - Int(surplus))
            position -= surplus
        }
        while position < sample {
            let count = Int32(min(Int64(Self.silenceStep), sample - position))
            try prepareOutput(count)
            av_samples_set_silence(
                output.frame.pointee.extended_data, 0, count, format.channelCount, format.sampleFormat)
            try store(output.frame.pointee.extended_data, count, in: queue)
        }
    }

    /// Moves samples from the queue into a frame. The frame has fewer samples if the queue has.
    func take(_ count: Int) throws(MediaError) -> UnsafeMutablePointer<AVFrame>? {
        let count = Int32(min(count, available))
        guard count > 0, let queue else { return nil }
        try prepareOutput(count)
        guard
            read(queue, output.frame.pointee.extended_data, count) == count
        else { throw .noMemoryForMovie }
        return output.frame
    }

    private func convert(
        _ context: OpaquePointer, _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int32
    ) throws(MediaError) {
        guard let queue else { return }
        let room = swr_get_out_samples(context, count)
        guard room > 0 else { return }
        try prepareOutput(room)
        let made = swr_convert(context, output.frame.pointee.extended_data, room, planes, count)
        guard made >= 0 else { throw Self.unconvertible }
        try store(output.frame.pointee.extended_data, made, in: queue)
    }

    private func context(for frame: UnsafeMutablePointer<AVFrame>, stretch: Double) throws(MediaError) -> OpaquePointer
    {
        let kind = Input(
            sampleRate: frame.pointee.sample_rate, channelCount: frame.pointee.ch_layout.nb_channels,
            sampleFormat: frame.pointee.format, stretch: stretch)
        if let context, input == kind { return context }
        try drain()
        // A lower rate makes more samples of the same ones.
        let rate = Double(kind.sampleRate) / stretch
        guard kind.channelCount > 0, (1...10_000_000).contains(rate) else { throw Self.unconvertible }
        var (from, to) = (AVChannelLayout(), AVChannelLayout())
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&from, kind.channelCount)
        } else {
            av_channel_layout_copy(&from, &frame.pointee.ch_layout)
        }
        av_channel_layout_default(&to, format.channelCount)
        defer { av_channel_layout_uninit(&from) }
        var made: OpaquePointer?
        let failure = swr_alloc_set_opts2(
            &made, &to, format.sampleFormat, format.sampleRate, &from, AVSampleFormat(kind.sampleFormat),
            Int32(rate.rounded()), 0, nil)
        guard failure >= 0, let made, swr_init(made) >= 0 else {
            swr_free(&made)
            throw Self.unconvertible
        }
        context = made
        input = kind
        return made
    }

    private func prepareOutput(_ count: Int32) throws(MediaError) {
        let frame = output.frame
        av_frame_unref(frame)
        frame.pointee.nb_samples = count
        frame.pointee.format = format.sampleFormat.rawValue
        frame.pointee.sample_rate = format.sampleRate
        av_channel_layout_default(&frame.pointee.ch_layout, format.channelCount)
        guard av_frame_get_buffer(frame, 0) >= 0 else { throw .noMemoryForMovie }
    }

    private func store(
        _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: Int32, in queue: OpaquePointer
    ) throws(MediaError) {
        guard count > 0, let planes else { return }
        let stored = UnsafeMutableRawPointer(planes).withMemoryRebound(
            to: UnsafeMutableRawPointer?.self, capacity: Int(format.channelCount)
        ) { av_audio_fifo_write(queue, $0, count) }
        guard stored == count else { throw .noMemoryForMovie }
        position += Int64(count)
    }

    private func read(
        _ queue: OpaquePointer, _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: Int32
    ) -> Int32 {
        guard let planes else { return -1 }
        return UnsafeMutableRawPointer(planes).withMemoryRebound(
            to: UnsafeMutableRawPointer?.self, capacity: Int(format.channelCount)
        ) { av_audio_fifo_read(queue, $0, count) }
    }

    /// Removes all samples behind the first ones.
    private func keep(_ count: Int) throws(MediaError) {
        guard let queue, let kept = av_audio_fifo_alloc(format.sampleFormat, format.channelCount, 4096) else {
            throw .noMemoryForMovie
        }
        let start = position
        defer { position = start }
        self.queue = kept
        defer { av_audio_fifo_free(queue) }
        guard count > 0 else { return }
        try prepareOutput(Int32(count))
        guard read(queue, output.frame.pointee.extended_data, Int32(count)) == Int32(count) else {
            throw .noMemoryForMovie
        }
        try store(output.frame.pointee.extended_data, Int32(count), in: kept)
    }

    /// The distance between two samples in a plane, or `nil` for an unknown format.
    private static func byteStep(_ frame: UnsafeMutablePointer<AVFrame>) -> Int? {
        let format = AVSampleFormat(frame.pointee.format)
        let size = av_get_bytes_per_sample(format)
        guard size > 0 else { return nil }
        return Int(size) * (av_sample_fmt_is_planar(format) == 0 ? Int(frame.pointee.ch_layout.nb_channels) : 1)
    }
}
