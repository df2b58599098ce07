import CLibAV
import MediaRequests

/// A track from which a client reads. Only one thread can use it.
protocol ReadTrack: AnyObject {
    var format: SampleFormat { get }
    /// Returns the next sample, or `nil` at the end.
    func next() throws(MediaError) -> ReadSample?
    /// A description for people of parts that couldn't be decoded, or `nil` if there are none.
    var damage: String? { get }
}

/// A sample of a track.
struct ReadSample {
    var description: SampleDescription
    /// The bytes, which are valid until the track's next sample. They have the size of the description.
    var bytes: UnsafeRawBufferPointer
}

/// The part of a movie that a client reads.
struct ReadRange {
    var start = 0.0
    var end = Double.infinity

    init(_ range: MediaTimeRange?) {
        guard let range else { return }
        start = max(0, range.start.seconds)
        end = max(start, range.endInSeconds)
    }
}

/// The movie and the stream of a track that a client reads. Each track has its own position in the movie.
final class ReadStream {
    private static let damaged = "parts of the movie are damaged, and some samples are missing"

    let reader: MovieReader
    let stream: AVStream
    let clock: StreamClock
    private let index: Int

    init(_ descriptor: Int32, track: Int32, _ purpose: MovieFile.Purpose) throws(MediaError) {
        guard let file = try OpenMovie(descriptor: descriptor, for: purpose) else {
            throw MediaError(.notMedia, "not a movie of a kind that albumen knows")
        }
        guard let found = TrackDescription.index(of: track, in: file.movie.streams) else {
            throw MediaError(.unsupported, "the movie has no track \(track)")
        }
        index = found
        stream = file.movie.streams[found]
        reader = try MovieReader(file)
        clock = reader.clock(stream)
        reader.select([found])
    }

    /// The duration of a frame at the stream's rate, in seconds.
    var frameDuration: Double { 1 / av_q2d(reader.frameRate(of: index)) }

    /// Moves to the sample that plays at a time, or to the keyframe before it.
    func seek(to seconds: Double) {
        if seconds > 0 { reader.seek(to: seconds, index: index) }
    }

    /// Returns the next packet of the stream, which is valid until the next call.
    func next() -> UnsafeMutablePointer<AVPacket>? {
        while let packet = reader.next() {
            if Int(packet.pointee.stream_index) == index { return packet }
        }
        return nil
    }

    func damage(rejectedCount: Int) -> String? {
        rejectedCount > 0 || reader.isDamaged ? Self.damaged : nil
    }
}
