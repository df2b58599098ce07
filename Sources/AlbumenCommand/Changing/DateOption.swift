import Albumen
import ArgumentParser
import Foundation

/// The value of `--date`: a date, with an offset if the text contains one, `none`, or `original`.
struct DateOption {
    /// Whether to restore the imported date. If so, the other properties are `nil`.
    let isOriginal: Bool
    /// The date, or `nil` to remove it.
    let date: Date?
    /// The offset in seconds east of UTC, or `nil` if it's unknown.
    let utcOffset: Int?

    /// The largest offset of any time zone.
    private static let limitInSeconds = 18 * 3600

    init(_ text: String) throws {
        isOriginal = text.lowercased() == "original"
        if isOriginal || text.lowercased() == "none" {
            (date, utcOffset) = (nil, nil)
            return
        }
        guard let seconds = CivilTime.secondsSinceReferenceDate(text) else {
            throw ValidationError(
                "--date: “\(text)” isn't a date. Write 2024-05-07T09:33:04+08:00, without the offset if it's unknown, "
                    + "or none, or original.")
        }
        date = Date(timeIntervalSinceReferenceDate: seconds)
        utcOffset = try Self.utcOffset(in: text)
    }

    /// Returns the offset at the end of a date's text.
    private static func utcOffset(in text: String) throws -> Int? {
        let pattern = /[T ][0-9:.]+(Z|([+-])(\d{2}):?(\d{2}))/.asciiOnlyDigits()
        guard let match = text.firstMatch(of: pattern)?.output else { return nil }
        guard let sign = match.2, let hours = match.3.flatMap({ Int($0) }), let minutes = match.4.flatMap({ Int($0) })
        else { return 0 }
        let seconds = hours * 3600 + minutes * 60
        guard minutes < 60, seconds <= limitInSeconds else {
            throw ValidationError("--date: “\(match.1)” isn't an offset from UTC. Write it as in +08:00.")
        }
        return sign == "-" ? -seconds : seconds
    }
}
