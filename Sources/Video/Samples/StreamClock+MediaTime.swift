import CLibAV
import MediaRequests

extension StreamClock {
    /// Returns a stream's time since the movie's start, or `nil` if it's missing. It's exact for ISO movies.
    func mediaTime(_ time: Int64) -> MediaTime? {
        guard time != albumen_av_no_time else { return nil }
        if origin == 0, let exact = Self.exact(time, unit) { return exact }
        return seconds(time).map { MediaTime(seconds: $0, timescale: Self.timescale(unit)) }
    }

    /// Returns a duration of the stream, or `nil` if it's unknown.
    func duration(_ time: Int64) -> MediaTime? {
        guard time > 0 else { return nil }
        return Self.exact(time, unit) ?? MediaTime(seconds: Double(time) * av_q2d(unit))
    }

    /// The number of units per second for the stream's times.
    static func timescale(_ unit: AVRational) -> Int32 { unit.num == 1 && unit.den >= 600 ? unit.den : 90_000 }

    private static func exact(_ time: Int64, _ unit: AVRational) -> MediaTime? {
        guard unit.num > 0, unit.den > 0 else { return nil }
        let (value, isPast) = time.multipliedReportingOverflow(by: Int64(unit.num))
        return isPast ? nil : MediaTime(value: value, timescale: unit.den)
    }
}
