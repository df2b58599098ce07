package import Foundation

/// A time in a document: seconds since 1970 in UTC, as text.
package struct TakeoutTime: Sendable, Equatable, Decodable {
    /// Whether the document has a timestamp, even if it is none.
    package let hasTimestamp: Bool
    /// `nil` if the timestamp is 0 or outside the years 1 to 9999.
    package let date: Date?
    /// Whether the timestamp is no number, or outside the years 1 to 9999.
    package let isInvalid: Bool

    /// From the start of the year 1 to the end of the year 9999.
    private static let possible: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    package init(timestamp: String?) {
        hasTimestamp = timestamp != nil
        let seconds = timestamp.flatMap { Int64($0) }
        date = seconds.flatMap { seconds in
            seconds != 0 && Self.possible.contains(seconds) ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil
        }
        isInvalid = timestamp != nil && seconds != 0 && date == nil
    }

    private enum Key: String, CodingKey {
        case timestamp
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let text = container.value(String.self, .timestamp)
        self.init(timestamp: text ?? container.value(Int64.self, .timestamp).map { String($0) })
    }
}
