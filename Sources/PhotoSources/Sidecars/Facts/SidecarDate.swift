package import Foundation
package import Records

/// A date in a sidecar, which can be partial, and can lack its time zone.
///
/// `SourceFacts.Capture` has neither a precision nor a local time. So the date is compared with that of the file first:
/// see `capture(ofFile:)`.
package struct SidecarDate: Sendable, Equatable {
    package enum Precision: Sendable, Equatable {
        case year, month, day, minute, second
        /// A fraction with a number of decimals, up to 6.
        case fraction(Int)
    }

    /// The start of the period that the text names, in its own local time: microseconds since 2001-01-01 00:00:00.
    package var localMicroseconds: Int
    /// Seconds east of UTC, or `nil` if the text has no time zone.
    package var utcOffset: Int?
    package var precision: Precision

    package init(localMicroseconds: Int, utcOffset: Int?, precision: Precision = .fraction(6)) {
        self.localMicroseconds = localMicroseconds
        self.utcOffset = utcOffset
        self.precision = precision
    }

    /// The offsets that texts can have: at most 18 hours.
    static let offsets = -64_800...64_800
    static let second = 1_000_000
    static let day = 86_400 * second

    /// The moment. If the time zone is unknown, the local time counts as UTC, as everywhere in Albumen.
    package var date: Date {
        Date(timeIntervalSinceReferenceDate: Double(localMicroseconds - (utcOffset ?? 0) * Self.second) / 1_000_000)
    }

    /// Whether the date isn't only that of a year, a month or a day.
    var hasTimeOfDay: Bool {
        switch precision {
        case .year, .month, .day: false
        case .minute, .second, .fraction: true
        }
    }

    /// The first microsecond after the period.
    private var end: Int {
        switch precision {
        case .second: return localMicroseconds + Self.second
        case .minute: return localMicroseconds + 60 * Self.second
        case .day: return localMicroseconds + Self.day
        case .fraction(let decimals):
            return localMicroseconds + (decimals..<6).reduce(1) { product, _ in product * 10 }
        case .year, .month:
            // At most as many days as the longest year or month, then back to the first one.
            let days = localMicroseconds.flooredQuotient(Self.day) + (precision == .year ? 366 : 31)
            var next = CivilDay(daysSinceReferenceDate: days)
            next.day = 1
            if precision == .year { next.month = 1 }
            return next.daysSinceReferenceDate * Self.day
        }
    }

    /// Returns whether the period contains a local time. A microsecond before it is taken for an error of rounding.
    package func contains(localMicroseconds time: Int) -> Bool { time >= localMicroseconds - 1 && time < end }

    /// Returns the date of a photo, by that in its file.
    ///
    /// - If the file has the same date, the result is the file's date, which can be more precise. A date without a time
    ///   zone has the file's zone then. A date with a time zone has its own.
    /// - Otherwise the sidecar's date counts, and the user chose it. Its zone is unknown if the text has none.
    package func capture(ofFile file: SourceFacts.Capture?) -> SourceFacts.Capture {
        guard let file, let fileTime = Self.microseconds(file.date) else {
            return SourceFacts.Capture(date: date, utcOffset: utcOffset)
        }
        let fileOffset = file.utcOffset.flatMap { Self.offsets.contains($0) ? $0 : nil }
        let fileLocal = fileTime + (fileOffset ?? 0) * Self.second
        if let utcOffset {
            let isLocal = fileOffset == nil
            let local = isLocal ? fileLocal : fileTime + utcOffset * Self.second
            if contains(localMicroseconds: local) {
                let date = isLocal ? file.date - TimeInterval(utcOffset) : file.date
                return SourceFacts.Capture(date: date, utcOffset: utcOffset)
            }
        } else if contains(localMicroseconds: fileLocal) {
            return SourceFacts.Capture(date: file.date, utcOffset: fileOffset)
        }
        return SourceFacts.Capture(date: date, utcOffset: utcOffset, isChosen: true)
    }

    /// Returns `nil` for a date that is thousands of years away.
    static func microseconds(_ date: Date) -> Int? {
        let seconds = date.timeIntervalSinceReferenceDate
        return abs(seconds) < 400_000_000_000 ? Int((seconds * 1_000_000).rounded()) : nil
    }
}

extension Int {
    func flooredQuotient(_ divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
