import Foundation

/// Parses the dates of metadata.
enum MetadataDate {
    static func date(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isFractional = text.contains(".")
        if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: isFractional)) {
            return date
        }
        let parts = text.split(separator: "-").map { Int($0) }
        guard (1...3).contains(parts.count), text.count <= 10, let year = parts[0], parts.allSatisfy({ $0 != nil })
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let (month, day) = (parts.count > 1 ? parts[1] : 1, parts.count > 2 ? parts[2] : 1)
        let components = DateComponents(year: year, month: month, day: day)
        guard components.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: components)
    }
}
