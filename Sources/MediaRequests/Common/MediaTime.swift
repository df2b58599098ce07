/// A time or a duration as a fraction of seconds: `value / timescale`. Equal times can have different timescales.
package struct MediaTime: Codable, Sendable {
    package var value: Int64
    /// The number of units per second, which is positive in a valid time.
    package var timescale: Int32

    package static let zero = MediaTime(value: 0, timescale: 1)

    package init(value: Int64, timescale: Int32) {
        self.value = value
        self.timescale = timescale
    }

    /// Creates the nearest time with a timescale. Times beyond the range of 64 bits become the largest one.
    package init(seconds: Double, timescale: Int32 = 90_000) {
        self.init(value: Int64(rounding: seconds * Double(timescale)), timescale: timescale)
    }

    package var isValid: Bool { timescale > 0 }

    /// The time in seconds, or 0 if the time is invalid.
    package var seconds: Double { isValid ? Double(value) / Double(timescale) : 0 }

    /// The fraction in lowest terms. Invalid times count as zero.
    private var reduced: (value: Int64, timescale: Int64) {
        guard isValid else { return (0, 1) }
        var (larger, smaller) = (value.magnitude, UInt64(timescale))
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        let divisor = Int64(larger)
        return (value / divisor, Int64(timescale) / divisor)
    }
}

extension MediaTime: Hashable, Comparable {
    package static func == (left: MediaTime, right: MediaTime) -> Bool {
        left.reduced == right.reduced
    }

    package func hash(into hasher: inout Hasher) {
        let reduced = reduced
        hasher.combine(reduced.value)
        hasher.combine(reduced.timescale)
    }

    package static func < (left: MediaTime, right: MediaTime) -> Bool {
        let (left, right) = (left.reduced, right.reduced)
        let first = left.value.multipliedFullWidth(by: right.timescale)
        let second = right.value.multipliedFullWidth(by: left.timescale)
        return (first.high, first.low) < (second.high, second.low)
    }
}
