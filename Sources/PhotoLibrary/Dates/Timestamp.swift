import Catalog
package import Foundation
package import Records

/// Formats dates for the command and the server.
package enum Timestamp {
    /// Returns a text such as `2024-05-07T01:33:04.046Z`, or `nil` for a date outside the years 1 to 9999.
    package static func utc(_ date: Date) -> String? {
        CivilTime(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate).map { $0.iso8601 + "Z" }
    }

    /// Returns the local time at the place of the photo or video, such as `2024-05-07T09:33:04.046+08:00`. Leaves out
    /// the offset if it's unknown.
    package static func local(of asset: AssetRecord) -> String? {
        localTime(of: asset).map { $0.iso8601 + (asset.utcOffset.map(CivilTime.offsetText) ?? "") }
    }

    package static func localTime(of asset: AssetRecord) -> CivilTime? {
        asset.creationDate.flatMap { date in
            CivilTime(
                secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate, utcOffset: asset.utcOffset ?? 0)
        }
    }

    /// Returns hours, minutes and seconds, such as `1:02:03` or `0:07`. Rounds up to whole seconds.
    package static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1_000_000_000).rounded(.up))
        let (minutes, rest) = whole.quotientAndRemainder(dividingBy: 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return minutes < 60
            ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    }
}
