internal import Foundation
internal import Records

/// Reads the values of PhotoPrism's YAML files.
enum PhotoPrismValue {
    /// The sources of values that the user changed in PhotoPrism.
    private static let changed: Set<String> = ["admin", "batch", "manual"]
    /// The sources of values that the files have.
    private static let read: Set<String> = ["meta", "xmp"]

    /// Returns whether the user changed a value in PhotoPrism.
    static func isChanged(_ source: String) -> Bool { changed.contains(source) }

    /// Returns whether a value comes from a file, or the user changed it. PhotoPrism makes all other values.
    static func isMade(_ source: String) -> Bool { !changed.contains(source) && !read.contains(source) }

    private static let longestIdentifier = 64
    private static let longestZone = 64
    private static let longestDate = 64
    private static let largestOffset = 18 * 3_600

    static func identifier(_ text: String?) -> String? {
        guard let text, (1...longestIdentifier).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D })
        else { return nil }
        return text
    }

    /// Returns the moment of a text such as `2018-01-01T00:02:53.001738034Z`. PhotoPrism's zero is no date.
    static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count <= longestDate, !text.hasPrefix("0001-01-01"), let date = SidecarDate(text),
            date.hasTimeOfDay
        else { return nil }
        return date.date
    }

    /// Returns the names in a list such as `a, b`, each once.
    static func names(_ text: String?) -> [String] {
        var known: Set<String> = []
        return (text ?? "").split(separator: ",").compactMap {
            ForeignValue.text($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }.filter { known.insert($0).inserted }
    }

    /// A date with what's known of its zone.
    struct Taken {
        var date: Date
        var utcOffset: Int?
        var hasMomentOnly = false
        var hasLocalTimeOnly = false
    }

    /// Returns when a photo was taken.
    ///
    /// - Parameters:
    ///   - moment: The text of the date in UTC.
    ///   - local: The text of the local date, written as if it were UTC. Old versions don't have it.
    ///   - zone: The name of the time zone. `Local`, or none, is unknown.
    static func taken(moment: String?, local: String?, zone: String?) -> Taken? {
        let moment = date(moment)
        let local = date(local)
        let zone = zone.flatMap { $0.isEmpty || $0 == "Local" ? nil : $0 }
        guard let zone else {
            if let local { return Taken(date: local, hasLocalTimeOnly: true) }
            return moment.map { Taken(date: $0, hasMomentOnly: true) }
        }
        guard let moment else { return local.map { Taken(date: $0, hasLocalTimeOnly: true) } }
        if let local {
            // The two dates tell the offset without a database of zones.
            let offset = local.timeIntervalSince(moment)
            if abs(offset) <= Double(largestOffset), offset.remainder(dividingBy: 60) == 0 {
                return Taken(date: moment, utcOffset: Int(offset))
            }
        }
        guard let offset = offset(of: zone, at: moment) else { return Taken(date: moment, hasMomentOnly: true) }
        return Taken(date: moment, utcOffset: offset)
    }

    private static func offset(of zone: String, at date: Date) -> Int? {
        if ["UTC", "Etc/UTC", "GMT"].contains(zone) { return 0 }
        let isName = zone.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2F, 0x2B, 0x2D, 0x5F].contains(byte)
        }
        // A name could be a path for the database of zones.
        guard isName, zone.utf8.count <= longestZone, zone.utf8.first != 0x2F else { return nil }
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }
}
