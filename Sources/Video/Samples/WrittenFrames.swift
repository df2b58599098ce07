import CLibAV
import MediaRequests
import Pixels

/// Encodes the frames of a client. A frame plays until the next one.
final class WrittenFrames: WrittenTrack {
    private static let defaultFrameDuration = 1.0 / 30
    /// More than optimized code reads behind the last row.
    private static let marginInBytes = 64

    let packets = PacketQueue()
    private let settings: MovieWriting.EncodedFrames
    private let input: MovieWriting.Input
    private let start: Double
    private let format: PictureFormat
    private let scaler: PictureScaler
    private var encoder: StreamEncoder?
    private var sink: PictureSink?
    private let source: FrameBuffer
    private var memory: UnsafeMutablePointer<AVBufferRef>?
    /// The frame that plays until the next one.
    private let held: FrameBuffer
    private var heldTime: Double?
    private var heldDuration: Double?
    private var size = PixelSize(width: 0, height: 0)

    init(
        _ settings: MovieWriting.EncodedFrames, _ input: MovieWriting.Input, start: MediaTime
    ) throws(MediaError) {
        self.settings = settings
        self.input = input
        self.start = start.seconds
        size = PixelSize(width: max(2, settings.size.width / 2 * 2), height: max(2, settings.size.height / 2 * 2))
        format = PictureFormat(
            size: size, pixelFormat: settings.codec == .proRes422 ? AV_PIX_FMT_YUV422P10LE : AV_PIX_FMT_YUV420P)
        scaler = try PictureScaler(format)
        source = try FrameBuffer()
        held = try FrameBuffer()
    }

    deinit {
        av_buffer_unref(&memory)
    }

    var isDescribed: Bool { encoder != nil }

    func append(
        _ sample: AppendedSample, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError) {
        guard case .pixels(let pixels) = sample.content, pixels.isValid, pixels.byteCount == sample.byteCount else {
            throw .unexpectedSample
        }
        let time = sample.time.seconds
        if let heldTime {
            guard time > heldTime else { throw .unorderedSample }
            try encodeHeldFrame(until: time)
        }
        if sink == nil { try open(sample) }
        try fill(pixels, read)
        let converted = try scaler.converted(source.frame)
        av_frame_unref(held.frame)
        guard av_frame_ref(held.frame, converted) >= 0 else { throw .noMemoryForMovie }
        heldDuration = sample.duration.map(\.seconds).flatMap { $0 > 0 ? $0 : nil } ?? heldTime.map { time - $0 }
        heldTime = time
    }

    func finish(end: MediaTime?) throws(MediaError) {
        if let heldTime {
            let own = heldTime + (heldDuration ?? 1 / (settings.frameRate ?? 1 / Self.defaultFrameDuration))
            try encodeHeldFrame(until: end.map { max(heldTime, $0.seconds) } ?? own)
        }
        heldTime = nil
        try sink?.finish()
    }

    func addStream(to writer: MovieWriter) throws(MediaError) -> MovieTrackWriter {
        guard let encoder else { throw .unexpectedSample }
        let output = try writer.addStream(encoder.context)
        try output.setTransform(input.transform)
        if let language = input.language { output.setLanguage(language) }
        return output
    }

    private func open(_ sample: AppendedSample) throws(MediaError) {
        let rate = settings.frameRate ?? sample.duration.flatMap { $0.value > 0 ? 1 / $0.seconds : nil } ?? 30
        let frameRate = av_d2q(max(1, min(1000, rate)), 1_000_000)
        let encoding: VideoEncoding =
            switch settings.codec {
            case .h264: .h264(VideoLimits(quality: .highest))
            case .hevc: .hevc(VideoLimits(quality: .highest))
            case .proRes422: .proRes422(VideoLimits())
            }
        let encoder = try VideoEncoder.open(
            encoding, format, timeBase: AVRational(num: 1, den: timescale(sample.time.timescale)),
            frameRate: frameRate, bitRate: settings.bitsPerSecond, keyframeInterval: settings.keyframeInterval)
        self.encoder = encoder
        sink = try PictureSink(encoder, packets)
    }

    /// Returns the number of units per second in which the track's times are exact.
    private func timescale(_ scale: Int32) -> Int32 {
        let wanted = input.timescale ?? scale
        guard wanted <= 1_000_000 else { return 90_000 }
        return wanted * max(1, 600 / wanted)
    }

    /// Copies a frame's pixels into memory that libswscale reads.
    private func fill(
        _ pixels: SamplePixels, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError) {
        let needed = pixels.byteCount + Self.marginInBytes
        if memory.map({ Int($0.pointee.size) < needed }) ?? true {
            av_buffer_unref(&memory)
            memory = av_buffer_alloc(needed)
        }
        guard let memory, let base = memory.pointee.data else { throw .noMemoryForMovie }
        try read(base)
        let frame = source.frame
        av_frame_unref(frame)
        frame.pointee.buf.0 = av_buffer_ref(memory)
        frame.pointee.width = Int32(pixels.size.width)
        frame.pointee.height = Int32(pixels.size.height)
        frame.pointee.format = pixels.format.pixelFormat.rawValue
        frame.pointee.colorspace = pixels.format.isBiplanar ? AVCOL_SPC_BT709 : AVCOL_SPC_RGB
        frame.pointee.color_range = pixels.format == .biplanar ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
        let planes = pixels.planes
        frame.pointee.data.0 = base
        frame.pointee.linesize.0 = Int32(planes[0].bytesInRow)
        guard planes.count > 1 else { return }
        frame.pointee.data.1 = base + planes[0].bytesInRow * planes[0].height
        frame.pointee.linesize.1 = Int32(planes[1].bytesInRow)
    }

    /// Encodes the held frame if a part of it plays after the start of the movie.
    private func encodeHeldFrame(until end: Double) throws(MediaError) {
        guard let sink, let heldTime, end > start else { return }
        let unit = av_q2d(sink.timeBase)
        let first = Int64(rounding: (max(heldTime, start) - start) / unit)
        let last = Int64(rounding: (end - start) / unit)
        guard first >= 0, last >= first else { return }
        try sink.encode(held.frame, at: first, lasting: max(1, last - first))
    }
}
