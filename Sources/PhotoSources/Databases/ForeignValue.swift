internal import Foundation

/// Reads the values of other programs' catalogues.
enum ForeignValue {
    private static let possibleDates = -62_135_596_800.0..<253_402_300_800.0
    private static let largestOffset: Int64 = 18 * 3_600
    private static let longestName = 255

    /// Returns the date of a number of seconds since 2001, or `nil` outside of the years 1 to 9999.
    static func date(_ seconds: Double?) -> Date? {
        guard let seconds, seconds.isFinite else { return nil }
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        return possibleDates.contains(date.timeIntervalSince1970) ? date : nil
    }

    /// Returns the offset in seconds if it's one that a place on Earth can have.
    static func offset(_ seconds: Int64?) -> Int? {
        guard let seconds, (-largestOffset...largestOffset).contains(seconds) else { return nil }
        return Int(seconds)
    }

    /// Returns the text in its composed form (NFC), or `nil` if there is no text.
    static func text(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text.precomposedStringWithCanonicalMapping
    }

    /// Returns the name of a file for people, in its composed form. A name of a catalogue can contain anything.
    static func fileName(_ name: String?) -> String? {
        guard let name = text(name) else { return nil }
        let safe = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 || $0 == "/" ? "_" : $0 }))
        return safe == "." || safe == ".." ? nil : String(safe.prefix(longestName))
    }

    /// Returns a file's name with another extension.
    static func fileName(_ name: String, withExtensionOf other: String) -> String {
        let (stem, _) = split(name)
        let (_, ending) = split(other)
        return ending.isEmpty ? stem : "\(stem).\(ending)"
    }

    /// Splits a file's name at its last dot.
    static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// Returns the seconds since 1970 of an EXIF time such as `2017:06:20 17:18:56`, taken as UTC.
    static func localSeconds(exif text: String?) -> Double? {
        guard let text, text.utf8.count <= 40 else { return nil }
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).map { Int($0) }
        guard numbers.count == 6, let year = numbers[0], let month = numbers[1], let day = numbers[2],
            let hour = numbers[3], let minute = numbers[4], let second = numbers[5],
            (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...24).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Days since 1970 of the proleptic Gregorian calendar, with years that start in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }
}
