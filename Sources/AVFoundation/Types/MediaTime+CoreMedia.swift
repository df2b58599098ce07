import CoreMedia
import MediaRequests

extension CMTime {
    /// - Parameter time: A valid time. An invalid one becomes an invalid time.
    init(_ time: MediaTime) {
        self = time.isValid ? CMTime(value: time.value, timescale: time.timescale) : .invalid
    }
}

extension CMTimeRange {
    init(_ range: MediaTimeRange) {
        self.init(start: CMTime(range.start), duration: CMTime(range.duration))
    }
}

extension MediaTime {
    /// Returns `nil` if the time isn't a number.
    init?(_ time: CMTime) {
        guard time.isNumeric, time.timescale > 0 else { return nil }
        self.init(value: time.value, timescale: time.timescale)
    }
}

extension MediaTimeRange {
    /// Returns `nil` if a time isn't a number.
    init?(_ range: CMTimeRange) {
        guard let start = MediaTime(range.start), let duration = MediaTime(range.duration) else { return nil }
        self.init(start: start, duration: duration)
    }
}
