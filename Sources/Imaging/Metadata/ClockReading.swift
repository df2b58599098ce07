/// A local date and time. Its arithmetic only uses the calendar and never the machine's time zone.
struct ClockReading: Equatable {
    /// Seconds since 2001-01-01 00:00:00 in the same local time.
    var seconds: Int
    /// The fraction of a second, below 1.
    var fraction: Double = 0
    /// Whether the time is known. If not, the time is midnight.
    var hasTime = true
    /// The offset in seconds east of UTC, if the text contains it.
    var offset: Int?

    /// Creates a date and time of the proleptic Gregorian calendar. Returns `nil` if there is no such date.
    init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(month: month, year: year)).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        seconds = Self.days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Parses a date in the format of EXIF, XMP, IPTC and most programs: `2024:02:29 12:30:05.25+01:00`. The
    /// separators can vary, and the time, its parts and the zone can be missing. With `allowsPartialDate`, also
    /// parses `2024-02` and `2024`.
    init?(_ text: String, allowsPartialDate: Bool = false) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4...4) else { return nil }
        scanner.skip(one: ":-/. ")
        guard let month = scanner.number(digits: 1...2) else {
            guard allowsPartialDate, scanner.isAtEnd else { return nil }
            self.init(year: year, month: 1, day: 1)
            hasTime = false
            return
        }
        scanner.skip(one: ":-/. ")
        guard let day = scanner.number(digits: 1...2) else {
            guard allowsPartialDate, scanner.isAtEnd else { return nil }
            self.init(year: year, month: month, day: 1)
            hasTime = false
            return
        }
        scanner.skip(all: " T")
        guard let hour = scanner.number(digits: 1...2) else {
            self.init(year: year, month: month, day: day)
            hasTime = false
            return
        }
        scanner.skip(one: ":")
        guard let minute = scanner.number(digits: 1...2) else { return nil }
        scanner.skip(one: ":")
        let second = scanner.number(digits: 1...2) ?? 0
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        if scanner.skip(one: ".,") { fraction = scanner.fraction() }
        scanner.skip(all: " ")
        offset = scanner.offset()
    }

    /// Parses an offset such as `+02:00`, `-0330` or `Z` into seconds east of UTC. Returns `nil` for other texts.
    static func offset(_ text: String) -> Int? {
        var scanner = DigitScanner(text)
        return scanner.offset()
    }

    /// Parses the digits after a decimal point, which EXIF stores in a separate tag.
    static func fraction(_ text: String) -> Double {
        var scanner = DigitScanner(text)
        return scanner.fraction()
    }

    private static func dayCount(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days since 2001-01-01. Years start in March, so that the leap day is the last day.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + dayOfYear - 730_791
    }
}
