extension SidecarDate {
    /// Parses a date of ISO 8601 as XMP uses it: `2019`, `2019-05`, `2019-05-07`, `2019-05-07T09:33`, and with seconds,
    /// a fraction, and a time zone. Also accepts colons in the date and a space before the time, as in EXIF.
    ///
    /// Returns `nil` for other texts, and outside of the years 1 to 9999.
    package init?(_ text: String) {
        var scanner = DateScanner(text)
        guard let year = scanner.number(4) else { return nil }
        var (month, day, precision) = (1, 1, Precision.year)
        if scanner.skip("-:") {
            guard let number = scanner.number(2) else { return nil }
            (month, precision) = (number, .month)
            if scanner.skip("-:") {
                guard let number = scanner.number(2) else { return nil }
                (day, precision) = (number, .day)
            }
        }
        guard let start = CivilDay(year: year, month: month, day: day) else { return nil }
        self.init(localMicroseconds: start.daysSinceReferenceDate * Self.day, utcOffset: nil, precision: precision)
        if precision == .day, scanner.skip("Tt ") {
            guard addTime(&scanner) else { return nil }
        }
        guard scanner.isAtEnd else { return nil }
    }

    private mutating func addTime(_ scanner: inout DateScanner) -> Bool {
        guard let hour = scanner.number(2), hour < 24, scanner.skip(":"), let minute = scanner.number(2), minute < 60
        else { return false }
        localMicroseconds += (hour * 60 + minute) * 60 * Self.second
        precision = .minute
        if scanner.skip(":") {
            guard let second = scanner.number(2), second <= 60 else { return false }
            localMicroseconds += min(second, 59) * Self.second
            precision = .second
            if scanner.skip(".,") {
                guard let (microseconds, decimals) = scanner.fraction() else { return false }
                localMicroseconds += microseconds
                precision = .fraction(decimals)
            }
        }
        _ = scanner.skip(" ")
        if !scanner.isAtEnd {
            guard let offset = scanner.offset() else { return false }
            utcOffset = offset
        }
        return true
    }

    /// The whole local date without its time zone, such as `2024-05-07T09:33:04.046000`.
    var localText: String {
        let days = localMicroseconds.flooredQuotient(Self.day)
        let civil = CivilDay(daysSinceReferenceDate: days)
        let (seconds, microseconds) = (localMicroseconds - days * Self.day).quotientAndRemainder(
            dividingBy: Self.second)
        let date = "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month, 2))-\(Self.padded(civil.day, 2))"
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(date)T\(time).\(Self.padded(microseconds, 6))"
    }

    /// Returns an offset such as `+02:00`, with its seconds if it has any.
    static func offsetText(_ offset: Int) -> String {
        let (minutes, seconds) = abs(offset).quotientAndRemainder(dividingBy: 60)
        let text = "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
        return seconds == 0 ? text : "\(text):\(padded(seconds, 2))"
    }

    /// Parses an offset such as `Z`, `+02:00` or `-0330`.
    static func offset(_ text: String) -> Int? {
        var scanner = DateScanner(text)
        let offset = scanner.offset()
        return scanner.isAtEnd ? offset : nil
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

/// Reads the parts of a date from the start of a text.
private struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
        while skip(" \t\n") {}
        while let last = rest.last, " \t\n".utf8.contains(last) { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number with exactly some digits.
    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        rest.removeFirst(count)
        if let next = rest.first, Self.isDigit(next), count == 4 { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads a fraction's digits. Ignores those after the sixth.
    mutating func fraction() -> (microseconds: Int, decimals: Int)? {
        let digits = rest.prefix(while: Self.isDigit)
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        let used = digits.prefix(6)
        let number = used.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return ((used.count..<6).reduce(number) { product, _ in product * 10 }, used.count)
    }

    /// Reads an offset of at most 18 hours.
    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        rest.removeFirst()
        guard let hours = number(2) else { return nil }
        _ = skip(":")
        let minutes = isAtEnd ? 0 : number(2) ?? 60
        let seconds = skip(":") ? number(2) ?? 60 : 0
        let offset = (hours * 60 + minutes) * 60 + seconds
        guard minutes < 60, seconds < 60, SidecarDate.offsets.contains(offset) else { return nil }
        return sign == UInt8(ascii: "-") ? -offset : offset
    }

    mutating func skip(_ characters: StaticString) -> Bool {
        guard let next = rest.first, characters.withUTF8Buffer({ $0.contains(next) }) else { return false }
        rest.removeFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
