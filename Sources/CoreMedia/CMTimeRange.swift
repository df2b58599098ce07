// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// A range of times. It includes its start and excludes its end.
public struct CMTimeRange: Sendable {
    public var start: CMTime
    public var duration: CMTime

    /// Creates an invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Creates the range between two times. It's invalid if one of them is.
    public init(start: CMTime, end: CMTime) {
        self = CMTimeRangeFromTimeToTime(start: start, end: end)
    }

    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public static let invalid = CMTimeRange()

    /// Whether the start is valid and the duration is a valid duration: not negative, on timeline 0.
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0 }
    /// Whether the range is valid and its start or duration is unknown.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range is valid and has no duration.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first time after the range.
    public var end: CMTime { CMTimeRangeGetEnd(self) }

    public func containsTime(_ time: CMTime) -> Bool {
        CMTimeRangeContainsTime(self, time: time)
    }

    public func containsTimeRange(_ timeRange: CMTimeRange) -> Bool {
        CMTimeRangeContainsTimeRange(self, otherRange: timeRange)
    }

    public func intersection(_ timeRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetIntersection(self, otherRange: timeRange)
    }

    public func union(_ timeRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetUnion(self, otherRange: timeRange)
    }
}

/// A range from zero to zero.
public let kCMTimeRangeZero = CMTimeRange.zero
/// An invalid range.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// Two ranges are equal if their starts and durations are.
extension CMTimeRange: Hashable {}

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Returns the range between two times. It's invalid if one of them is.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    guard start.isValid, end.isValid else { return .invalid }
    return CMTimeRange(start: start, duration: end - start)
}

/// Returns the first time after a range. It's invalid if the range is.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
    guard range.isValid else { return .invalid }
    return range.start + range.duration
}

public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
    range1 == range2
}

/// Returns whether a time is at or after the start and before the end of a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    guard range.isValid, time.isValid else { return false }
    return range.start <= time && time < range.end
}

/// Returns whether a range starts no earlier and ends no later than another one.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    guard range.isValid, otherRange.isValid else { return false }
    return range.start <= otherRange.start && otherRange.end <= range.end
}

/// Returns the times in both ranges: an empty range at zero if there are none. It's invalid if one of the ranges is.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isValid, otherRange.isValid else { return .invalid }
    let start = CMTimeMaximum(range.start, otherRange.start)
    let end = CMTimeMinimum(range.end, otherRange.end)
    return start <= end ? CMTimeRangeFromTimeToTime(start: start, end: end) : .zero
}

/// Returns the smallest range that contains both ranges. It's invalid if one of the ranges is.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isValid, otherRange.isValid else { return .invalid }
    return CMTimeRangeFromTimeToTime(
        start: CMTimeMinimum(range.start, otherRange.start), end: CMTimeMaximum(range.end, otherRange.end))
}
