import Foundation
import MediaRequests

/// The date in the filename of a photo, such as `IMG-20120815-WA0007`, `Screenshot 2019-05-21 at 14.03.22`,
/// `telegram_2020-01-30_12-34-56`, `signal-2020-01-30-123456` or `PXL_20210102_030405678`.
///
/// The parser makes one pass over runs of digits and the texts between them. Names of Google's Pixel phones are in
/// UTC. For other names, the time zone is unknown. A date without a time means noon, so that it's the same day in
/// almost all time zones.
struct FileNameDate {
    private static let earliestYear = 1990
    private static let noon = 12 * 3_600.0

    /// Runs of digits, each with the text before it.
    private let runs: [(text: Substring, digits: Substring)]
    /// The text after the last run.
    private let ending: Substring

    /// - Parameters:
    ///   - name: A filename with or without its extension.
    ///   - now: The current date. Numbers that mean a date more than a day later aren't dates.
    static func captureDate(in name: String, now: Date) -> MediaProbe.CaptureDate? {
        let date = FileNameDate((name as NSString).deletingPathExtension).firstDate
        guard let date, date.secondsSinceReferenceDate < now.timeIntervalSinceReferenceDate + 86_400 else { return nil }
        return date
    }

    private init(_ stem: String) {
        var runs: [(text: Substring, digits: Substring)] = []
        var rest = Substring(stem)
        while let start = rest.firstIndex(where: Self.isDigit) {
            let end = rest[start...].firstIndex { !Self.isDigit($0) } ?? rest.endIndex
            runs.append((rest[..<start], rest[start..<end]))
            rest = rest[end...]
        }
        self.runs = runs
        ending = rest
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private var firstDate: MediaProbe.CaptureDate? {
        for index in runs.indices {
            guard let (day, next) = day(at: index) else { continue }
            let isUTC = runs[index].text.uppercased().hasSuffix("PXL_")
            return MediaProbe.CaptureDate(
                secondsSinceReferenceDate: day + (time(after: index, next) ?? Self.noon),
                utcOffsetInSeconds: isUTC ? 0 : nil, source: .filename)
        }
        return nil
    }

    /// Returns a day such as `20120815`, alone or with a time after it, or `2012-08-15`, and the index of the next
    /// run.
    private func day(at index: Int) -> (start: Double, next: Int)? {
        let digits = runs[index].digits
        if [8, 14, 17].contains(digits.count) {
            return Self.day(digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6).prefix(2))
                .map { ($0, index + 1) }
        }
        guard digits.count == 4, index + 2 < runs.count, ["-", "_", "."].contains(runs[index + 1].text),
            runs[index + 1].text == runs[index + 2].text, runs[index + 1].digits.count == 2,
            runs[index + 2].digits.count == 2
        else { return nil }
        return Self.day(digits, runs[index + 1].digits, runs[index + 2].digits).map { ($0, index + 3) }
    }

    private static func day(_ year: Substring, _ month: Substring, _ day: Substring) -> Double? {
        guard let number = Int(year), number >= earliestYear else { return nil }
        return CivilTime.secondsSinceReferenceDate("\(year)-\(month)-\(day)")
    }

    /// Returns seconds since midnight, from the same run as the day or from the following runs.
    private func time(after index: Int, _ next: Int) -> Double? {
        if next == index + 1, runs[index].digits.count > 8 { return Self.time(runs[index].digits.dropFirst(8)) }
        guard next < runs.count, Self.joinsTime(runs[next].text) else { return nil }
        if let time = Self.time(runs[next].digits) { return time }
        guard next + 2 < runs.count, (1...2).contains(runs[next].digits.count),
            ["-", "_", ".", ":"].contains(runs[next + 1].text), runs[next + 1].text == runs[next + 2].text,
            runs[next + 1].digits.count == 2, runs[next + 2].digits.count == 2, var hour = Int(runs[next].digits)
        else { return nil }
        let suffix = (next + 3 < runs.count ? runs[next + 3].text : ending).prefix(4).uppercased().filter(\.isLetter)
        if suffix.hasPrefix("PM"), hour < 12 { hour += 12 } else if suffix.hasPrefix("AM"), hour == 12 { hour = 0 }
        return Self.time(
            Substring((hour < 10 ? "0\(hour)" : "\(hour)") + runs[next + 1].digits + runs[next + 2].digits))
    }

    private static func joinsTime(_ text: Substring) -> Bool {
        ["-", "_", " ", "T", ".", ", ", " at ", "-at-", "_at_", " um ", " à ", "T-"].contains(text)
    }

    /// Parses `HHMMSS`, with optional milliseconds.
    private static func time(_ digits: Substring) -> Double? {
        guard digits.count == 6 || digits.count == 9, let number = Int(digits.prefix(6)) else { return nil }
        let (hour, minute, second) = (number / 10_000, number / 100 % 100, number % 100)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        let milliseconds = digits.count == 9 ? Double(digits.suffix(3)) ?? 0 : 0
        return Double(hour * 3_600 + minute * 60 + second) + milliseconds / 1_000
    }
}
