import CLibAV
import Foundation
import MediaRequests

/// The tags of a movie, with the names that Apple, Android and other makers use in libavformat.
struct MovieTags {
    private static let textLimitInBytes = 16 << 10
    private static let keywordLimit = 500

    /// The name of the date in the movie's user data.
    static let userDateName = "user-data-date"

    let tags: [String: String]

    /// Returns a trimmed text, shortened to the limit, or `nil` if it's empty.
    static func clean(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text else { return nil }
        let count = strnlen(text, textLimitInBytes)
        let whole = String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
        let trimmed = whole.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Returns the text of the first tag that exists.
    func text(_ names: String...) -> String? {
        names.lazy.compactMap { tags[$0] }.first
    }

    var captureDate: MediaProbe.CaptureDate? {
        if let date = zonedDate(text("com.apple.quicktime.creationdate"), .quickTimeCreationDate) { return date }
        for name in [Self.userDateName, "date", "date_recorded", "date_time_original", "creation_date"] {
            if let date = zonedDate(tags[name], .container) { return date }
        }
        if let date = localDate(tags["creation_time"]) { return date }
        // The date is in UTC. Zero in the epoch of QuickTime (1904) or Unix means that the camera had no date.
        guard let date = zonedDate(tags["creation_time"], .container),
            date.secondsSinceReferenceDate > Self.unixEpoch + 86_400
        else { return nil }
        return date
    }

    private static let unixEpoch = -978_307_200.0

    /// Parses a date with a time zone. A local time alone doesn't determine the date.
    private func zonedDate(_ text: String?, _ source: MediaProbe.CaptureDate.Source) -> MediaProbe.CaptureDate? {
        guard let text, let offset = Self.offset(endOf: text) else { return nil }
        let isFractional = text.contains(".")
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: isFractional)
        guard let date = try? Date(text, strategy: style) else { return nil }
        return MediaProbe.CaptureDate(
            secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate, utcOffsetInSeconds: offset, source: source)
    }

    /// Parses the date of an AVI, such as `2003-03-10 15:04:43`: the clock of the camera, without a time zone.
    private func localDate(_ text: String?) -> MediaProbe.CaptureDate? {
        guard let text, text.utf8.count == 19, !text.contains("T"),
            let date = try? Date(text.replacing(" ", with: "T") + "Z", strategy: .iso8601),
            date.timeIntervalSinceReferenceDate > Self.unixEpoch + 86_400
        else { return nil }
        return MediaProbe.CaptureDate(
            secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate, utcOffsetInSeconds: nil, source: .container)
    }

    /// Parses the `Z`, `+hhmm` or `+hh:mm` at the end of a text into seconds east of UTC.
    private static func offset(endOf text: String) -> Int? {
        if text.hasSuffix("Z") { return 0 }
        guard let time = text.firstIndex(of: "T"), let sign = text[time...].lastIndex(where: { "+-".contains($0) })
        else {
            return nil
        }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let number = Int(digits) else { return nil }
        let minutes = digits.count == 4 ? number / 100 * 60 + number % 100 : number * 60
        guard minutes <= 14 * 60 else { return nil }
        return text[sign] == "-" ? -minutes * 60 : minutes * 60
    }

    /// The location in ISO 6709, such as `+34.0522-118.2437+071/`.
    var location: MediaProbe.Location? {
        guard let text = text("com.apple.quicktime.location.iso6709", "location", "location-eng") else { return nil }
        var numbers: [Double] = []
        var current = ""
        for character in text.prefix(64) {
            if "+-/".contains(character) {
                if !current.isEmpty { numbers.append(Double(current) ?? .nan) }
                current = character == "/" ? "" : String(character)
            } else {
                current.append(character)
            }
        }
        if let last = Double(current) { numbers.append(last) }
        guard numbers.count >= 2, (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]),
            numbers[0] != 0 || numbers[1] != 0
        else { return nil }
        let altitude = numbers.count > 2 && numbers[2].isFinite ? numbers[2] : nil
        let accuracy = self.text("com.apple.quicktime.location.accuracy.horizontal").flatMap { Double($0) }
        return MediaProbe.Location(
            latitude: numbers[0], longitude: numbers[1], altitude: altitude,
            horizontalAccuracy: accuracy.flatMap { (0...1_000_000).contains($0) ? $0 : nil })
    }

    var keywords: [String] {
        guard let text = text("com.apple.quicktime.keywords", "keywords") else { return [] }
        var seen: Set<String> = []
        return text.split(whereSeparator: { ",;".contains($0) })
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
            .prefix(Self.keywordLimit).map { $0 }
    }

    /// The rating from one to five stars, which QuickTime stores as a number with decimals.
    var rating: Int? {
        guard let stars = text("com.apple.quicktime.rating.user").flatMap({ Double($0) }), (1...5).contains(stars)
        else {
            return nil
        }
        return Int(stars)
    }
}
