// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// Returns the sum of two times.
///
/// The timescale of the result is the least common multiple of both timescales, but at most ``kCMTimeMaxTimescale``.
/// If the value doesn't fit, the function halves the timescale until it does, or returns an infinite time. An invalid
/// time makes the sum invalid, and so do opposite infinities and different timelines other than 0.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    guard lhs.isValid, rhs.isValid else { return .invalid }
    if lhs.isInfinite || rhs.isInfinite {
        if lhs.isInfinite, rhs.isInfinite, lhs.rank != rhs.rank { return .invalid }
        return lhs.isInfinite ? lhs : rhs
    }
    guard !lhs.isIndefinite, !rhs.isIndefinite else { return .indefinite }
    guard let epoch = commonEpoch(lhs, rhs) else { return .invalid }
    let (one, other) = (Fraction(lhs), Fraction(rhs))
    let divisor = Int128(Fraction.greatestCommonDivisor(one.denominator.magnitude, other.denominator.magnitude))
    let scale = one.denominator / divisor * other.denominator
    let sum = one.numerator * (scale / one.denominator) + other.numerator * (scale / other.denominator)
    return CMTime(
        Fraction(sum, over: scale), preferredScale: scale, epoch: epoch,
        isRounded: lhs.hasBeenRounded || rhs.hasBeenRounded)
}

/// Returns the difference between two times, with the rules of `CMTimeAdd(_:_:)`. The difference of two equal
/// infinities is invalid.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    CMTimeAdd(lhs, rhs.negated)
}

/// Returns a multiple of a time with the same timescale. If the value doesn't fit, the function halves the timescale
/// until it does, or returns an infinite time.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isNumeric else { return time.multiplied(bySignOf: Double(multiplier)) }
    let fraction = Fraction(time)
    return CMTime(
        Fraction(fraction.numerator * Int128(multiplier), over: fraction.denominator),
        preferredScale: fraction.denominator, epoch: time.epoch, isRounded: time.hasBeenRounded)
}

/// Returns a time multiplied by a number.
///
/// The function doubles a timescale below 65,536 until it reaches that. If the value doesn't fit, it halves the
/// timescale until it does, or returns an infinite time. The result is invalid if the multiplier isn't a number.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    guard time.isNumeric else { return time.multiplied(bySignOf: multiplier) }
    guard time.timescale != 0 else { return .invalid }
    let fraction = Fraction(time)
    if multiplier == multiplier.rounded(), let whole = Int32(exactly: multiplier), fraction.denominator >= 65_536 {
        return CMTimeMultiply(time, multiplier: whole)
    }
    var scale = fraction.denominator
    while scale < 65_536 { scale *= 2 }
    scale = min(scale, Int128(kCMTimeMaxTimescale))
    while true {
        let exact = Double(time.value) * multiplier / Double(time.timescale) * Double(scale)
        let units = exact.rounded()
        if let value = CMTimeValue(exactly: units) {
            let isRounded = time.hasBeenRounded || units != exact
            let flags: CMTimeFlags = isRounded ? [.valid, .hasBeenRounded] : .valid
            return CMTime(value: value, timescale: CMTimeScale(scale), flags: flags, epoch: time.epoch)
        }
        guard scale > 1 else { return exact < 0 ? .negativeInfinity : .positiveInfinity }
        scale /= 2
    }
}

/// Returns a time multiplied by one integer and divided by another. The result is exact unless its value or timescale
/// doesn't fit.
///
/// If the divisor is 0, the result is infinite, or invalid if the time or the multiplier is 0, too.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard time.isNumeric else {
        guard divisor != 0 else { return .invalid }
        return time.multiplied(bySignOf: Double(multiplier) * Double(divisor))
    }
    let fraction = Fraction(time)
    let numerator = fraction.numerator * Int128(multiplier)
    guard divisor != 0 else {
        return numerator == 0 ? .invalid : numerator < 0 ? .negativeInfinity : .positiveInfinity
    }
    let result = Fraction(numerator, over: fraction.denominator * Int128(divisor))
    // Keeps the timescale if the result needs no other.
    let isExact = result.count(scale: fraction.denominator, .default).isExact
    let reduced = result.reduced
    let scale = isExact ? fraction.denominator : max(fraction.denominator, reduced.denominator)
    let exactScale =
        isExact || scale.isMultiple(of: reduced.denominator) ? scale : fraction.denominator * reduced.denominator
    return CMTime(reduced, preferredScale: exactScale, epoch: time.epoch, isRounded: time.hasBeenRounded)
}

/// Returns the distance of a time from zero.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNumeric { return time.value < 0 ? time.negated : time }
    return time.isNegativeInfinity ? .positiveInfinity : time
}

/// Compares two times: negative infinity is first, then numbers by timeline and value, indefinite times, positive
/// infinity, and invalid times.
///
/// - Returns: -1, 0 or 1.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    guard time1.rank == time2.rank else { return time1.rank < time2.rank ? -1 : 1 }
    guard time1.isNumeric else { return 0 }
    guard time1.epoch == time2.epoch else { return time1.epoch < time2.epoch ? -1 : 1 }
    let (one, other) = (Fraction(time1), Fraction(time2))
    return one < other ? -1 : other < one ? 1 : 0
}

/// Returns the earlier of two times, in the order of `CMTimeCompare(_:_:)`.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time2, time1) < 0 ? time2 : time1
}

/// Returns the later of two times, in the order of `CMTimeCompare(_:_:)`.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time2, time1) > 0 ? time2 : time1
}

extension CMTime {
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime {
        CMTimeAdd(addend1, addend2)
    }

    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
        CMTimeSubtract(minuend, subtrahend)
    }

    /// The position of the kind of time in the order of `CMTimeCompare(_:_:)`.
    var rank: Int {
        if !isValid { return 4 }
        if isPositiveInfinity { return 3 }
        if isIndefinite { return 2 }
        return isNegativeInfinity ? 0 : 1
    }

    var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }

    var negated: CMTime {
        if isPositiveInfinity { return .negativeInfinity }
        if isNegativeInfinity { return .positiveInfinity }
        guard isNumeric else { return self }
        let fraction = Fraction(self)
        return CMTime(
            Fraction(-fraction.numerator, over: fraction.denominator), preferredScale: fraction.denominator,
            epoch: epoch, isRounded: hasBeenRounded)
    }

    /// Returns the product of a time that isn't a number and another number.
    fileprivate func multiplied(bySignOf factor: Double) -> CMTime {
        guard isInfinite else { return self }
        if factor == 0 { return .invalid }
        return (factor < 0) == isPositiveInfinity ? .negativeInfinity : .positiveInfinity
    }
}

/// Returns the timeline of a sum. Durations are on timeline 0 and can be added to times of any timeline. Returns `nil`
/// for two different timelines.
private func commonEpoch(_ one: CMTime, _ other: CMTime) -> CMTimeEpoch? {
    if one.epoch == other.epoch { return 0 }
    if one.epoch == 0 { return other.epoch }
    return other.epoch == 0 ? one.epoch : nil
}
