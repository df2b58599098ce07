internal import Foundation
internal import Records

/// The date of a photo or video in Immich.
///
/// Immich has a moment, and the local time as if it were UTC. Both come from the file or from a correction of the user,
/// and Immich doesn't say which.
struct ImmichTaken: Equatable {
    private static let largestOffset = 18 * 3_600
    private static let longestZone = 64
    private static let namesOfUTC: Set<String> = ["UTC", "UTC+0", "UTC+00:00", "Etc/UTC", "GMT", "Z"]

    var capture: SourceFacts.Capture
    var hasMomentOnly = false
    var hasLocalTimeOnly = false

    /// Returns `nil` if there is no date.
    init?(_ asset: ImmichAsset) {
        let moment = ImmichDate.date(asset.metadata.date) ?? ImmichDate.date(asset.createdDate)
        let local = ImmichDate.date(asset.localDate)
        let zone = asset.metadata.timeZone.flatMap { $0.isEmpty ? nil : $0 }
        guard let moment else {
            guard let local else { return nil }
            capture = SourceFacts.Capture(date: local, utcOffset: nil)
            hasLocalTimeOnly = true
            return
        }
        // The container of a video has a time in UTC, and Immich takes that for the zone.
        if let zone, !(asset.isVideo && Self.namesOfUTC.contains(zone)) {
            if let offset = Self.offset(from: moment, to: local) ?? Self.offset(of: zone, at: moment) {
                hasLocalTimeOnly = !asset.isVideo
                // The container of a video has no local time to compare with.
                let date = hasLocalTimeOnly ? moment.addingTimeInterval(Double(offset)) : moment
                capture = SourceFacts.Capture(date: date, utcOffset: offset)
                return
            }
        } else if !asset.isVideo, let local {
            capture = SourceFacts.Capture(date: local, utcOffset: nil)
            hasLocalTimeOnly = true
            return
        }
        capture = SourceFacts.Capture(date: moment, utcOffset: nil)
        hasMomentOnly = true
    }

    /// Whether one of the dates is present, but none is possible.
    static func isInvalid(_ asset: ImmichAsset) -> Bool {
        let texts = [asset.metadata.date, asset.createdDate, asset.localDate].compactMap { $0 }
        return !texts.isEmpty && texts.allSatisfy { ImmichDate.date($0) == nil }
    }

    private static func offset(from moment: Date, to local: Date?) -> Int? {
        guard let local else { return nil }
        let offset = local.timeIntervalSince(moment)
        let minutes = (offset / 60).rounded()
        guard abs(offset - minutes * 60) < 0.01, abs(offset) <= Double(largestOffset) else { return nil }
        return Int(minutes) * 60
    }

    private static func offset(of zone: String, at date: Date) -> Int? {
        if namesOfUTC.contains(zone) { return 0 }
        if zone.hasPrefix("UTC+") || zone.hasPrefix("UTC-") { return fixedOffset(zone.dropFirst(3)) }
        let isName = zone.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2F, 0x2B, 0x2D, 0x5F].contains(byte)
        }
        // A name could be a path for the database of zones.
        guard isName, zone.utf8.count <= longestZone, zone.utf8.first != 0x2F else { return nil }
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }

    /// Returns the seconds of a text such as `+2` or `-03:30`.
    private static func fixedOffset(_ text: Substring) -> Int? {
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let hours = parts.first.flatMap({ UInt8($0) }), hours <= 18,
            let minutes = parts.count == 2 ? UInt8(parts[1]) : 0, minutes < 60
        else { return nil }
        return (text.hasPrefix("-") ? -1 : 1) * (Int(hours) * 3_600 + Int(minutes) * 60)
    }
}
