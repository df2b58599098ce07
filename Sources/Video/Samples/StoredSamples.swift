import CLibAV
import MediaRequests

/// Reads the samples of a track as they are stored.
final class StoredSamples: ReadTrack {
    let format: SampleFormat
    private let source: ReadStream
    private let range: ReadRange
    private let isVideo: Bool
    private var isAtEnd = false
    /// The number of samples with missing bytes, which are left out.
    private var incompleteCount = 0

    init(_ descriptor: Int32, track: Int32, _ range: ReadRange) throws(MediaError) {
        source = try ReadStream(descriptor, track: track, .packets)
        self.range = range
        isVideo = source.stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        guard let format = StoredFormat(source.stream) else {
            throw MediaError(.unsupported, "the format of track \(track) can't be described")
        }
        self.format = .stored(format)
        source.seek(to: range.start)
    }

    var damage: String? { source.damage(rejectedCount: incompleteCount) }

    func next() throws(MediaError) -> ReadSample? {
        while !isAtEnd, let packet = source.next() {
            if source.reader.isISO, packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
                incompleteCount += 1
                continue
            }
            let clock = source.clock
            let decodeTime = clock.mediaTime(packet.pointee.dts)
            guard packet.pointee.size >= 0, let time = clock.mediaTime(packet.pointee.pts) ?? decodeTime else {
                continue
            }
            if (decodeTime ?? time).seconds >= range.end { break }
            var description = SampleDescription(byteCount: Int(packet.pointee.size), time: time)
            description.duration = clock.duration(packet.pointee.duration)
            if let decodeTime, decodeTime != time { description.decodeTime = decodeTime }
            description.isKeyframe = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
            // Frames before the start may be needed to decode later ones. Sound isn't.
            let end = time.seconds + (description.duration?.seconds ?? 0)
            if !isVideo, range.start > 0, end <= range.start { continue }
            return ReadSample(
                description: description,
                bytes: UnsafeRawBufferPointer(start: packet.pointee.data, count: description.byteCount))
        }
        isAtEnd = true
        return nil
    }
}
