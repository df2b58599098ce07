import CLibAV
import MediaRequests

/// A track of a movie that a client writes. Only one thread can use it.
protocol WrittenTrack: AnyObject {
    /// Whether the track's stream can be added to the movie.
    var isDescribed: Bool { get }
    var packets: PacketQueue { get }
    /// Appends a sample.
    ///
    /// - Parameter read: Copies the sample's bytes into memory of their size.
    func append(
        _ sample: AppendedSample, _ read: (UnsafeMutableRawPointer) throws(MediaError) -> Void
    ) throws(MediaError)
    /// Completes the track.
    ///
    /// - Parameter end: The end of the last frame in the source's time, or `nil` for its own duration.
    func finish(end: MediaTime?) throws(MediaError)
    /// Adds the track's stream to the movie.
    func addStream(to writer: MovieWriter) throws(MediaError) -> MovieTrackWriter
}

extension MediaError {
    static let unexpectedSample = MediaError(.unsupported, "the sample has another kind than its track")
    static let unorderedSample = MediaError(
        .unsupported, "the time of a sample isn't later than the one before it. Append samples in their order")
}
