import CLibAV
import MediaRequests

/// A movie that is played in parts: its streams, and how its parts are made. Each reader opens the file again, because
/// sound and video are read at different places.
struct PartMovie {
    let movie: MovieFile
    let videoIndex: Int
    let soundIndex: Int?
    let geometry: DisplayGeometry
    /// The movie's duration in seconds, or 0 if it's unknown.
    let duration: Double
    private let descriptor: Int32

    /// The threads of a decoder or an encoder.
    static var threadCount: Int { min(4, Processors.usableCount) }
    /// The limit of a last part whose end is unknown, in seconds.
    private static let unknownEndInSeconds = 60.0

    /// - Returns: `nil` if the bytes don't have the signature of a video.
    /// - Throws: `unreadable`, `unsupported` or `limitExceeded`.
    init?(descriptor: Int32) throws(MediaError) {
        guard let file = try OpenMovie(descriptor: descriptor, for: .packets) else { return nil }
        guard let videoIndex = file.movie.videoStreamIndex else {
            throw MediaError(.unreadable, "the file has sound and no picture")
        }
        movie = file.movie
        self.videoIndex = videoIndex
        geometry = try DisplayGeometry(movie.streams[videoIndex])
        soundIndex = movie.streams.firstIndex { stream in
            let parameters = stream.codecpar.pointee
            return parameters.codec_type == AVMEDIA_TYPE_AUDIO && parameters.sample_rate > 0
                && avcodec_find_decoder(parameters.codec_id) != nil
        }
        duration = movie.duration
        self.descriptor = descriptor
    }

    var videoStream: AVStream { movie.streams[videoIndex] }

    /// Returns the span of a part, or `nil` if the movie has no such part.
    func span(of number: Int, _ form: MoviePartForm) -> PartSpan? {
        let layout = MoviePartLayout(form)
        let count = layout.count(durationInSeconds: duration)
        return (0..<count).contains(number) ? PartSpan(number, of: layout, isLast: number == count - 1) : nil
    }

    /// Returns the end of a span's sound, which is finite.
    func soundEnd(of span: PartSpan) -> Double {
        guard span.isLast else { return span.end }
        let longest = span.start + Self.unknownEndInSeconds
        return duration > span.start ? min(duration, longest) : longest
    }

    /// Returns a reader of a stream, which opens the file again.
    func reader(of index: Int) throws(MediaError) -> PacketReader {
        guard let file = try OpenMovie(descriptor: descriptor, for: .packets),
            file.movie.streams.indices.contains(index),
            file.movie.streams[index].codecpar.pointee.codec_type == movie.streams[index].codecpar.pointee.codec_type
        else { throw MediaError(.unreadable, "the movie's description changes while it is read") }
        return try PacketReader(file, streamIndex: index)
    }
}
