import CLibAV
import MediaRequests

/// A track of an export, which turns packets of the sources into packets of the output.
protocol ExportTrack: AnyObject {
    /// The index of the stream in the current source, or `nil` if this source has none.
    var streamIndex: Int? { get }
    /// Returns the indices of the streams that the track needs of a source.
    func streamIndices(in file: Int) -> [Int]
    /// The clock of the current source's stream.
    var clock: StreamClock { get }
    /// The end of the finished part, in seconds of the export.
    var position: Double { get }
    /// Whether all later packets are behind the current run.
    var isPastEnd: Bool { get }
    /// Prepares for pieces that follow one another in one source.
    func begin(_ run: [ExportTimeline.Piece]) throws(MediaError)
    /// Consumes the next packet of the stream.
    func consume(_ packet: UnsafeMutablePointer<AVPacket>) throws(MediaError)
    /// Completes the current run.
    func endRun() throws(MediaError)
    /// Completes the track.
    func finish() throws(MediaError)
    var output: MovieTrackWriter { get }
    /// The number of packets that couldn't be decoded.
    var rejectedCount: Int { get }
}

extension [ExportTimeline.Piece] {
    /// The range of the source. The pieces must follow one another.
    var source: Range<Double> { (first?.source.lowerBound ?? 0)..<(last?.source.upperBound ?? 0) }

    /// The index of the source.
    var file: Int { first?.file ?? 0 }

    /// Returns the place of a source's time in the export.
    func target(of time: Double) -> Double {
        let piece = first { time < $0.source.upperBound } ?? last
        return piece?.target(of: time) ?? time
    }
}

/// The unit of a stream's times, and the time at which its movie starts.
struct StreamClock {
    let unit: AVRational
    /// The movie's start in seconds of the stream.
    let origin: Double

    /// Returns the seconds since the movie's start, or `nil` if a time is missing.
    func seconds(_ time: Int64) -> Double? {
        time == albumen_av_no_time ? nil : Double(time) * av_q2d(unit) - origin
    }

    /// Returns the stream's time for seconds since the movie's start.
    func time(_ seconds: Double) -> Int64? {
        Int64(exactly: ((seconds + origin) / av_q2d(unit)).rounded())
    }
}
