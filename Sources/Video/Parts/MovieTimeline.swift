import CLibAV
import MediaRequests

/// Converts the times of a movie's streams to seconds since the movie's start, which all parts share.
struct MovieTimeline {
    /// The movie's start in seconds of its streams.
    private let start: Double

    /// - Parameter startsAtZero: Whether the times of the container start at 0, as those of ISO movies do.
    init(_ movie: MovieFile, startsAtZero: Bool) {
        let start = movie.context?.pointee.start_time ?? albumen_av_no_time
        let isOffset = !startsAtZero && start != albumen_av_no_time
        self.start = isOffset ? Double(start) / Double(AV_TIME_BASE) : 0
    }

    /// Returns `nil` if the stream has no such time.
    func seconds(_ time: Int64, in stream: AVStream) -> Double? {
        guard time != albumen_av_no_time else { return nil }
        return Double(time) * av_q2d(stream.time_base) - start
    }

    /// Returns `nil` if the time is too large for the stream.
    func time(_ seconds: Double, in stream: AVStream) -> Int64? {
        let unit = av_q2d(stream.time_base)
        guard unit > 0 else { return nil }
        return Int64(exactly: ((seconds + start) / unit).rounded(.down))
    }
}

/// The time span of a part in seconds since the movie's start.
struct PartSpan {
    let start: Double
    /// Infinite for the last part.
    let end: Double

    /// The longest time that the frame before the span may last into it, in seconds.
    let startGap: Double
    /// The longest time that the span's last frame may last beyond its end, in seconds.
    let endGap: Double

    init(_ number: Int, of layout: MoviePartLayout, isLast: Bool) {
        start = layout.start(of: number)
        end = isLast ? .infinity : layout.start(of: number + 1)
        (startGap, endGap) = (layout.gap(of: number), layout.gap(of: number + 1))
    }

    var isLast: Bool { end == .infinity }

    func contains(_ time: Double) -> Bool { time >= start && time < end }
}
