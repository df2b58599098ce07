/// A fraction whose calculations are exact. A time has 64 and 32 bits, so sums and products of two times fit.
struct Fraction {
    var numerator: Int128
    /// Always positive.
    var denominator: Int128

    /// - Parameter denominator: Not 0.
    init(_ numerator: Int128, over denominator: Int128) {
        self.numerator = denominator < 0 ? -numerator : numerator
        self.denominator = denominator < 0 ? -denominator : denominator
    }

    /// - Parameter time: A number. A timescale of 0 counts as 1.
    init(_ time: CMTime) {
        self.init(Int128(time.value), over: time.timescale == 0 ? 1 : Int128(time.timescale))
    }

    var reduced: Fraction {
        let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
        return Fraction(numerator / Int128(divisor), over: denominator / Int128(divisor))
    }

    static func greatestCommonDivisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        var (larger, smaller) = (one, other)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return max(1, larger)
    }

    /// Compares two fractions of times.
    static func < (one: Fraction, other: Fraction) -> Bool {
        one.numerator * other.denominator < other.numerator * one.denominator
    }

    /// Returns the number of units of `1 / scale` seconds.
    func count(scale: Int128, _ method: CMTimeRoundingMethod) -> (count: Int128, isExact: Bool) {
        let (product, isPast) = numerator.multipliedReportingOverflow(by: scale)
        // Only sums of times with the largest timescales come near, and those aren't converted to larger ones.
        guard !isPast else { return (numerator < 0 ? .min : .max, false) }
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: denominator)
        guard remainder != 0 else { return (quotient, true) }
        let away = quotient + (numerator < 0 ? -1 : 1)
        let isNegative = numerator < 0
        let count =
            switch method {
            case .roundHalfAwayFromZero: remainder.magnitude * 2 >= denominator.magnitude ? away : quotient
            case .roundTowardZero: quotient
            case .roundAwayFromZero: away
            case .quickTime:
                // A negative time never becomes 0.
                scale > denominator || (isNegative && quotient == 0) ? away : quotient
            case .roundTowardPositiveInfinity: isNegative ? quotient : away
            case .roundTowardNegativeInfinity: isNegative ? away : quotient
            }
        return (count, false)
    }
}

extension CMTime {
    /// Creates the time nearest to a fraction, with a timescale of at most `preferredScale`. Halves the timescale while
    /// the value doesn't fit, and becomes infinite if it never does.
    init(_ fraction: Fraction, preferredScale: Int128, epoch: CMTimeEpoch = 0, isRounded: Bool = false) {
        var scale = max(1, min(preferredScale, Int128(kCMTimeMaxTimescale)))
        while true {
            let (count, isExact) = fraction.count(scale: scale, .roundHalfAwayFromZero)
            if let value = CMTimeValue(exactly: count) {
                self.init(
                    value: value, timescale: CMTimeScale(scale),
                    flags: isExact && !isRounded ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
                return
            }
            guard scale > 1 else {
                self = fraction.numerator < 0 ? .negativeInfinity : .positiveInfinity
                return
            }
            scale /= 2
        }
    }
}
