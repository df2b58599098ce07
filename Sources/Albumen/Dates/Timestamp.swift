import Catalog
package import Foundation
package import Records

/// Dates as the command and the server write them.
package enum Timestamp {
    /// As in `2024-05-07T01:33:04.046Z`; nil for a date outside the years 1 to 9999.
    package static func utc(_ date: Date) -> String? {
        CivilTime(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate).map { $0.iso8601 + "Z" }
    }

    /// The clock where the picture was taken, as in `2024-05-07T09:33:04.046+08:00`; without the offset where nothing
    /// tells it.
    package static func local(of asset: AssetRecord) -> String? {
        localTime(of: asset).map { $0.iso8601 + (asset.utcOffset.map(CivilTime.offsetText) ?? "") }
    }

    package static func localTime(of asset: AssetRecord) -> CivilTime? {
        asset.creationDate.flatMap { date in
            CivilTime(
                secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate, utcOffset: asset.utcOffset ?? 0)
        }
    }

    /// Hours, minutes and seconds, as in `1:02:03` or `0:07`; parts of a second count as one that has begun.
    package static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1_000_000_000).rounded(.up))
        let (minutes, rest) = whole.quotientAndRemainder(dividingBy: 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return minutes < 60
            ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    }
}
