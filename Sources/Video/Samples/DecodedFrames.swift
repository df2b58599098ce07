import CLibAV
import MediaRequests
import Pixels

/// Decodes the frames of a track for a client: in sRGB, with 8 bits per component, as they are stored. The client
/// rotates them.
final class DecodedFrames: ReadTrack {
    let format: SampleFormat
    private let pixels: SamplePixels
    private let source: ReadStream
    private let decoder: StreamDecoder
    private let scaler: PictureScaler
    private let range: ReadRange
    private var waiting: [FrameBuffer] = []
    private var isAtEnd = false
    private var lastTime: Double?
    /// The pixels of a frame whose rows have padding.
    private let packed: UnsafeMutableRawBufferPointer

    init(
        _ descriptor: Int32, track: Int32, _ format: SamplePixels.Format, size: PixelSize?, _ range: ReadRange
    ) throws(MediaError) {
        source = try ReadStream(descriptor, track: track, .frames)
        guard source.stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO else {
            throw MediaError(.unsupported, "track \(track) has no frames")
        }
        // Checks the size.
        _ = try DisplayGeometry(source.stream)
        let parameters = source.stream.codecpar.pointee
        let stored = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
        pixels = SamplePixels(format: format, size: size ?? stored)
        guard pixels.isValid else {
            throw MediaError(.limitExceeded, "frames of this size are larger than albumen decodes")
        }
        self.format = .pixels(pixels)
        packed = .allocate(byteCount: pixels.byteCount, alignment: 64)
        self.range = range
        decoder = try StreamDecoder(source.stream)
        scaler = try PictureScaler(
            PictureFormat(
                size: pixels.size, pixelFormat: format.pixelFormat, becomesSDR: FrameColours(parameters).isWide,
                isFullRange: format == .fullRangeBiplanar))
        source.seek(to: range.start)
    }

    deinit {
        packed.deallocate()
    }

    var damage: String? { source.damage(rejectedCount: decoder.rejectedCount) }

    func next() throws(MediaError) -> ReadSample? {
        while true {
            guard let frame = try nextFrame() else { return nil }
            let time = source.clock.mediaTime(frame.pointee.best_effort_timestamp)
            let seconds = time?.seconds ?? (lastTime ?? 0) + source.frameDuration
            let duration = source.clock.duration(frame.pointee.pkt_duration)
            let isNew = lastTime.map { seconds > $0 } ?? true
            // Times that don't rise are damaged.
            guard isNew else { continue }
            lastTime = seconds
            if seconds >= range.end {
                isAtEnd = true
                waiting = []
                return nil
            }
            let length = duration?.seconds ?? source.frameDuration
            if seconds < range.start, seconds + length <= range.start { continue }
            return try sample(frame, at: time ?? MediaTime(seconds: seconds), duration)
        }
    }

    private func sample(
        _ frame: UnsafeMutablePointer<AVFrame>, at time: MediaTime, _ duration: MediaTime?
    ) throws(MediaError) -> ReadSample {
        let converted = try scaler.converted(frame)
        var description = SampleDescription(byteCount: pixels.byteCount, time: time)
        description.duration = duration
        let (data, steps) = (converted.pointee.data, converted.pointee.linesize)
        let sources = [(data.0, steps.0), (data.1, steps.1)]
        let planes = pixels.planes
        if planes.count == 1, let base = data.0, Int(steps.0) == planes[0].bytesInRow {
            return ReadSample(
                description: description, bytes: UnsafeRawBufferPointer(start: base, count: pixels.byteCount))
        }
        var offset = 0
        for (plane, (base, step)) in zip(planes, sources) {
            guard let base else { continue }
            for row in 0..<plane.height {
                let bytes = UnsafeRawBufferPointer(start: base + row * Int(step), count: plane.bytesInRow)
                UnsafeMutableRawBufferPointer(rebasing: packed[offset..<offset + plane.bytesInRow])
                    .copyMemory(from: bytes)
                offset += plane.bytesInRow
            }
        }
        return ReadSample(description: description, bytes: UnsafeRawBufferPointer(packed))
    }

    private func nextFrame() throws(MediaError) -> UnsafeMutablePointer<AVFrame>? {
        if !waiting.isEmpty { waiting.removeFirst() }
        while waiting.isEmpty, !isAtEnd {
            let packet = source.next()
            if packet == nil { isAtEnd = true }
            try decoder.decode(packet) { frame throws(MediaError) in
                let kept = try FrameBuffer()
                av_frame_move_ref(kept.frame, frame)
                waiting.append(kept)
            }
        }
        return waiting.first?.frame
    }
}

extension SamplePixels.Format {
    var pixelFormat: AVPixelFormat {
        switch self {
        case .bgra: AV_PIX_FMT_BGRA
        case .argb: AV_PIX_FMT_ARGB
        case .rgba: AV_PIX_FMT_RGBA
        case .biplanar, .fullRangeBiplanar: AV_PIX_FMT_NV12
        }
    }
}
