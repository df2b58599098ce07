internal import Foundation

/// A date of a catalogue as text in ISO 8601, which can be partial and can lack a time zone.
struct LocalTimeText: Equatable {
    private static let longestText = 64
    private static let largestOffset = 18 * 3_600

    /// The local time in seconds since 1970, as if it were UTC.
    var seconds: Double
    /// Seconds east of UTC, or `nil` if the text has no time zone.
    var utcOffset: Int?

    /// The moment. If the time zone is unknown, the local time counts as UTC.
    var date: Date { Date(timeIntervalSince1970: seconds - Double(utcOffset ?? 0)) }

    enum Parsed: Equatable {
        case time(LocalTimeText)
        /// The text names a year, a month or a day.
        case partial
        case invalid
    }

    /// - Parameter text: A text such as `2019-05-01T12:34:56.78+02:00`, with a `T` or a space in the middle.
    static func parse(_ text: String) -> Parsed {
        guard text.utf8.count <= longestText else { return .invalid }
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, 4) else { return .invalid }
        if rest.isEmpty { return year > 0 ? .partial : .invalid }
        guard take("-", &rest), let month = number(&rest, 2), (0...12).contains(month) else { return .invalid }
        if rest.isEmpty { return year > 0 ? .partial : .invalid }
        guard take("-", &rest), let day = number(&rest, 2) else { return .invalid }
        // Lightroom writes zeros for the unknown parts of a partial date.
        if month == 0 || day == 0 { return year > 0 ? .partial : .invalid }
        guard let days = days(year: year, month: month, day: day) else { return .invalid }
        if rest.isEmpty { return .partial }
        guard take("T", &rest) || take(" ", &rest), let hour = number(&rest, 2), hour < 24, take(":", &rest),
            let minute = number(&rest, 2), minute < 60
        else { return .invalid }
        var seconds = Double(days * 86_400 + hour * 3_600 + minute * 60)
        if take(":", &rest) {
            guard let second = number(&rest, 2), second <= 60 else { return .invalid }
            seconds += Double(second)
            if take(".", &rest) {
                var scale = 0.1
                while let digit = digit(rest.first) {
                    seconds += Double(digit) * scale
                    scale /= 10
                    rest.removeFirst()
                }
            }
        }
        guard let offset = offset(&rest) else { return .invalid }
        return .time(LocalTimeText(seconds: seconds, utcOffset: offset.seconds))
    }

    /// Returns the offset at the end of a text, `nil` seconds if there is none, or `nil` if it isn't one.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> (seconds: Int?, Void)? {
        if rest.isEmpty { return (nil, ()) }
        if take("Z", &rest) { return rest.isEmpty ? (0, ()) : nil }
        let isWest = rest.first == UInt8(ascii: "-")
        guard take("+", &rest) || take("-", &rest), let hours = number(&rest, 2) else { return nil }
        _ = take(":", &rest)
        guard let minutes = number(&rest, 2), minutes < 60, rest.isEmpty else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        guard seconds <= largestOffset else { return nil }
        return (isWest ? -seconds : seconds, ())
    }

    /// Returns the number of days since 1970 in the proleptic Gregorian calendar, or `nil` if there is no such day.
    private static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[month - 1] else { return nil }
        let past = year - 1
        let before = past * 365 + past / 4 - past / 100 + past / 400
        return before + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard let digit = digit(byte) else { return nil }
            number = number * 10 + digit
        }
        rest.removeFirst(count)
        return number
    }

    private static func digit(_ byte: UInt8?) -> Int? {
        guard let byte, (0x30...0x39).contains(byte) else { return nil }
        return Int(byte) - 0x30
    }

    private static func take(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }
}
