/// A date and time of the Gregorian calendar, independent of the machine's time zone.
package struct CivilTime: Equatable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour = 0
    package var minute = 0
    package var second = 0
    package var microsecond = 0

    private static let secondsOfDay = 86_400
    /// 2001-01-01 as the number of days since 1970-01-01.
    private static let referenceDay = 11_323
    /// The range of about ten thousand years in which the arithmetic works.
    private static let limitInSeconds: Double = 400_000_000_000

    /// Creates the local time at an offset of `utcOffset` seconds east of UTC. Returns `nil` outside of the years 1
    /// to 9999.
    package init?(secondsSinceReferenceDate seconds: Double, utcOffset: Int = 0) {
        guard abs(seconds) < Self.limitInSeconds, abs(utcOffset) < 2 * Self.secondsOfDay else { return nil }
        let microseconds = Int((seconds * 1_000_000).rounded()) + utcOffset * 1_000_000
        let (wholeSeconds, microsecond) = microseconds.flooredQuotientAndRemainder(by: 1_000_000)
        let (days, secondOfDay) = wholeSeconds.flooredQuotientAndRemainder(by: Self.secondsOfDay)
        self.init(day: days + Self.referenceDay)
        guard (1...9999).contains(year) else { return nil }
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        self.microsecond = microsecond
    }

    /// Parses `2024-05-07`, `2024-05-07 09:33` or `2024-05-07T09:33:04.046`, with an optional `Z` or offset such as
    /// `+08:00` after the time. Without one, the text is in UTC.
    package static func secondsSinceReferenceDate(_ text: String) -> Double? {
        let pattern =
            /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?/
            .asciiOnlyDigits()
        guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let (month, day) = (number(match.2), number(match.3))
        let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60 else { return nil }
        let days = dayNumber(year: number(match.1), month: month, day: day)
        let start = CivilTime(day: days)
        guard start.month == month, start.day == day else { return nil }
        var offset = 0
        if let zone = match.8, zone != "Z" {
            let digits = zone.dropFirst().filter { $0 != ":" }
            offset = (number(digits.prefix(2)) * 60 + number(digits.suffix(2))) * (zone.first == "-" ? -60 : 60)
        }
        let whole = (days - referenceDay) * secondsOfDay + hour * 3600 + minute * 60 + second - offset
        return Double(whole) + (match.7.flatMap { Double("0" + $0) } ?? 0)
    }

    // MARK: Days

    /// Creates the date of a day, given as the number of days since 1970-01-01. Computes with eras of 400 years that
    /// start in March.
    private init(day number: Int) {
        let (era, dayOfEra) = (number + 719_468).flooredQuotientAndRemainder(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Returns the year of a day, given as the number of days since 1970-01-01.
    static func year(ofDay number: Int) -> Int { CivilTime(day: number).year }

    /// The number of days since 1970-01-01.
    package var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotientAndRemainder(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension CivilTime {
    /// A text such as `2024-05-07`.
    package var dateText: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    /// A text such as `09:33:04`.
    package var timeText: String { "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))" }

    /// A text such as `.046`: three digits, or six if three aren't sufficient, or an empty text for a whole second.
    package var fractionText: String {
        if microsecond == 0 { return "" }
        return microsecond % 1000 == 0 ? "." + padded(microsecond / 1000, 3) : "." + padded(microsecond, 6)
    }

    /// A text such as `2024-05-07T09:33:04.046`.
    package var iso8601: String { "\(dateText)T\(timeText)\(fractionText)" }

    /// Returns a text such as `+08:00`, in whole minutes.
    package static func offsetText(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    private func padded(_ number: Int, _ digits: Int) -> String { Self.padded(number, digits) }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension Int {
    fileprivate func flooredQuotientAndRemainder(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
