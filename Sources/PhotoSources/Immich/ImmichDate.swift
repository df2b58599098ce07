internal import Foundation

/// Reads dates such as `2023-05-06T12:00:00.000Z`.
enum ImmichDate {
    private static let longestText = 40

    /// Returns the moment, or `nil` for another form and outside of the years 1 to 9999.
    static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count <= longestText else { return nil }
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2), take(&rest, "-"),
            let day = number(&rest, 2), take(&rest, "T"), let hour = number(&rest, 2), take(&rest, ":"),
            let minute = number(&rest, 2), take(&rest, ":"), let second = number(&rest, 2),
            (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second <= 60, let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
        else { return nil }
        let seconds = days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Returns the days since 1970 of the proleptic Gregorian calendar.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        // Years start in March, so that the leap day is the last one.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Character) -> Bool {
        guard let byte = rest.first, byte == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest.removeFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard take(&rest, ".") else { return 0 }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        rest.removeFirst(digits.count)
        return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if rest.isEmpty || take(&rest, "Z") { return 0 }
        let isWest = rest.first == 0x2D
        guard isWest || rest.first == 0x2B else { return nil }
        rest.removeFirst()
        guard let hours = number(&rest, 2), hours <= 18 else { return nil }
        _ = take(&rest, ":")
        guard let minutes = rest.isEmpty ? 0 : number(&rest, 2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
