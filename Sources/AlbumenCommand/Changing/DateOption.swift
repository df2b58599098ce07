import Albumen
import ArgumentParser
import Foundation

/// The value of `--date`: when a picture was taken, with the offset of the clock there if the text has one; `none`; or
/// `original`.
struct DateOption {
    /// The date that the asset was imported with; then the other properties are `nil`.
    let isOriginal: Bool
    /// Nil for no date.
    let date: Date?
    /// Seconds east of UTC; nil where it is not known.
    let utcOffset: Int?

    /// No zone is farther from UTC.
    private static let limitInSeconds = 18 * 3600

    init(_ text: String) throws {
        isOriginal = text.lowercased() == "original"
        if isOriginal || text.lowercased() == "none" {
            (date, utcOffset) = (nil, nil)
            return
        }
        guard let seconds = CivilTime.secondsSinceReferenceDate(text) else {
            throw ValidationError(
                "--date: “\(text)” is no date. Write one as 2024-05-07T09:33:04+08:00, without the offset if it is not "
                    + "known, or none, or original.")
        }
        date = Date(timeIntervalSinceReferenceDate: seconds)
        utcOffset = try Self.utcOffset(in: text)
    }

    /// The offset behind the time of a text that is a date.
    private static func utcOffset(in text: String) throws -> Int? {
        let pattern = /[T ][0-9:.]+(Z|([+-])(\d{2}):?(\d{2}))/.asciiOnlyDigits()
        guard let match = text.firstMatch(of: pattern)?.output else { return nil }
        guard let sign = match.2, let hours = match.3.flatMap({ Int($0) }), let minutes = match.4.flatMap({ Int($0) })
        else { return 0 }
        let seconds = hours * 3600 + minutes * 60
        guard minutes < 60, seconds <= limitInSeconds else {
            throw ValidationError("--date: no clock is \(match.1) from UTC. Write the offset as in +08:00.")
        }
        return sign == "-" ? -seconds : seconds
    }
}
