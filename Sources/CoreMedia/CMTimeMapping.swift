// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The times of a source that play during a target. If their durations differ, the source plays faster or slower.
public struct CMTimeMapping: Hashable, Sendable {
    /// The times of the source. It's invalid if nothing plays.
    public var source: CMTimeRange
    public var target: CMTimeRange

    /// Creates an invalid mapping.
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    public static let invalid = CMTimeMapping()

    /// Whether the target is valid.
    public var isValid: Bool { target.isValid }
    /// Whether nothing plays during the target.
    public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}

public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Returns a mapping during which nothing plays.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

/// Returns the time in one range that corresponds to a time in another. The ends of the ranges correspond, too.
///
/// - Returns: An invalid time if the time or a range isn't a number, or if only the first range is empty.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard t.isNumeric, fromRange.isValid, toRange.isValid, t.epoch == fromRange.start.epoch else { return .invalid }
    var offset = t - fromRange.start
    offset.epoch = 0
    return CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange) + toRange.start
}

/// Returns a duration multiplied by the ratio of the durations of two ranges.
///
/// - Returns: An invalid time if the duration isn't on timeline 0 or isn't a number, or if only the first range is
///   empty.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.isNumeric, dur.epoch == 0, fromRange.isValid, toRange.isValid else { return .invalid }
    let (source, target) = (fromRange.duration, toRange.duration)
    if source == target { return dur }
    guard source.isNumeric, target.isNumeric, source.value != 0 else { return .invalid }
    let (one, from, to) = (Fraction(dur).reduced, Fraction(source).reduced, Fraction(target).reduced)
    let ratio = Fraction(to.numerator * from.denominator, over: to.denominator * from.numerator).reduced
    let (numerator, isNumeratorPast) = one.numerator.multipliedReportingOverflow(by: ratio.numerator)
    let (denominator, isDenominatorPast) = one.denominator.multipliedReportingOverflow(by: ratio.denominator)
    guard !isNumeratorPast, !isDenominatorPast else {
        return CMTimeMultiplyByFloat64(dur, multiplier: target.seconds / source.seconds)
    }
    let scale = max(dur.timescale, target.timescale)
    let result = Fraction(numerator, over: denominator).reduced
    let exactScale = Int128(scale).isMultiple(of: result.denominator) ? Int128(scale) : result.denominator
    return CMTime(result, preferredScale: exactScale, isRounded: dur.hasBeenRounded)
}

/// Returns the time of a range that is nearest to a time.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid else { return .invalid }
    return CMTimeMaximum(range.start, CMTimeMinimum(time, range.end))
}

/// Returns a time of a range that differs from a time by a multiple of the range's duration, as in a loop.
///
/// - Returns: The start of an empty range. An invalid time if the time or the range isn't a number.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard time.isNumeric, foldRange.isValid, foldRange.start.isNumeric, foldRange.duration.isNumeric else {
        return .invalid
    }
    guard foldRange.duration.value != 0 else { return foldRange.start }
    let offset = Fraction(time - foldRange.start)
    let period = Fraction(foldRange.duration)
    let (left, isLeftPast) = offset.numerator.multipliedReportingOverflow(by: period.denominator)
    let (right, isRightPast) = period.numerator.multipliedReportingOverflow(by: offset.denominator)
    guard !isLeftPast, !isRightPast else { return .invalid }
    let remainder = ((left % right) + right) % right
    let scale = offset.denominator * period.denominator
    let folded = Fraction(remainder, over: scale).reduced
    let exactScale = offset.denominator.isMultiple(of: folded.denominator) ? offset.denominator : folded.denominator
    return foldRange.start + CMTime(folded, preferredScale: exactScale)
}
