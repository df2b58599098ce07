// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

/// The rounding of a time that a timescale can't represent.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    /// Rounds towards zero when the timescale becomes smaller, and away from zero when it becomes larger. A negative
    /// time never becomes 0.
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6

    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// Returns a valid time of `value / timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Returns a valid time of `value / timescale` seconds on a timeline.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Returns the time nearest to a number of seconds.
///
/// The function halves the timescale while the value doesn't fit. If it never does, the result is infinite.
/// ``CMTime/hasBeenRounded`` tells whether the result differs from the seconds.
///
/// - Parameter preferredTimescale: The timescale, which must be positive. Otherwise, the result is invalid.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
    guard seconds.isFinite else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
    var scale = preferredTimescale
    while true {
        let units = (seconds * Double(scale)).rounded()
        if let value = CMTimeValue(exactly: units) {
            var time = CMTime(value: value, timescale: scale)
            if time.seconds != seconds { time.flags.insert(.hasBeenRounded) }
            return time
        }
        guard scale > 1 else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
        scale /= 2
    }
}

/// Returns a time in seconds. The result is infinite for infinite times, and not a number for invalid and indefinite
/// ones.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    if time.isPositiveInfinity { return .infinity }
    if time.isNegativeInfinity { return -.infinity }
    guard time.isNumeric else { return .nan }
    return Double(time.value) / Double(time.timescale)
}

/// Returns a time with another timescale.
///
/// Sets ``CMTime/hasBeenRounded`` if the new timescale can't represent the time. Returns a time that isn't a number
/// unchanged, and an infinite time if the new value doesn't fit.
///
/// - Parameter newTimescale: The timescale, which must be positive. Otherwise, the result is invalid.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard time.isNumeric, time.timescale != newTimescale else { return time }
    guard newTimescale > 0, time.timescale != 0 else { return .invalid }
    let (count, isExact) = Fraction(time).count(scale: Int128(newTimescale), method)
    guard let value = CMTimeValue(exactly: count) else { return count < 0 ? .negativeInfinity : .positiveInfinity }
    let flags = isExact ? time.flags : time.flags.union(.hasBeenRounded)
    return CMTime(value: value, timescale: newTimescale, flags: flags, epoch: time.epoch)
}

/// Returns a description for people, such as `{1/2 = 0.500}`.
public func CMTimeCopyDescription(allocator: AnyObject?, time: CMTime) -> String? {
    if !time.isValid { return "{INVALID}" }
    if time.isIndefinite { return "{INDEFINITE}" }
    if time.isPositiveInfinity { return "{+INFINITY}" }
    if time.isNegativeInfinity { return "{-INFINITY}" }
    let rounded = time.hasBeenRounded ? ", rounded" : ""
    let epoch = time.epoch == 0 ? "" : ", epoch = \(time.epoch)"
    return "{\(time.value)/\(time.timescale) = \(String(format: "%.3f", time.seconds))\(rounded)\(epoch)}"
}
