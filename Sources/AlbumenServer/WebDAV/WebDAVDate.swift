import Foundation

/// Dates in WebDAV's headers and properties.
enum WebDAVDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a date of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func http(_ date: Date) -> String {
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
        return "\(days[(parts.weekday ?? 1) - 1]), \(two(parts.day)) \(months[(parts.month ?? 1) - 1]) "
            + "\(String(format: "%04d", parts.year ?? 0)) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) GMT"
    }

    /// Returns the date of a property: one of HTTP, one of RFC 3339, or seconds since 1970.
    static func parsed(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let seconds = Double(text) { return checked(Date(timeIntervalSince1970: seconds)) }
        if let date = try? Date(text, strategy: .iso8601) { return checked(date) }
        let words = text.split(whereSeparator: { " ,-:".contains($0) }).map(String.init)
        guard words.count >= 7, let day = Int(words[1]), let month = months.firstIndex(of: words[2]),
            let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6])
        else { return nil }
        // `Calendar` adds up larger numbers, and may overflow.
        guard (1...9999).contains(year), (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        return calendar.date(
            from: DateComponents(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
        ).flatMap(checked)
    }

    /// Returns the date in `X-OC-Mtime`, or `nil` if the header is missing.
    ///
    /// - Throws: `Refusal` (400) if it's malformed.
    static func ofFile(_ header: String?) throws -> Date? {
        guard let header else { return nil }
        guard let seconds = Double(header), let date = checked(Date(timeIntervalSince1970: seconds)) else {
            throw Refusal.badRequest("X-OC-Mtime is a number of seconds since 1970.")
        }
        return date
    }

    private static func checked(_ date: Date) -> Date? {
        date.timeIntervalSince1970.isFinite && date.timeIntervalSince1970.magnitude < 1e11 ? date : nil
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
