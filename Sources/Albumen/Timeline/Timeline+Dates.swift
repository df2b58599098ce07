import Catalog
import Foundation
package import PhotoLibrary
import Records

/// The first asset of a month in a timeline that is newest first.
package struct TimelineMonth: Equatable, Sendable {
    package let rank: Int
    /// The first day of the month, counted from 1970-01-01, or `nil` for the assets without a date.
    package let day: Int?
}

extension LibraryView {
    /// The largest number of months of a timeline: those of a thousand years.
    package static let monthLimit = 12_000

    /// Returns the months of a timeline that is newest first. The month of the assets without a date is last.
    ///
    /// Months are those of the clocks where the photos were taken. Photos of two time zones can be in another order
    /// there than in the timeline. Such a photo at the turn of a month counts in the month around it. If there are
    /// more than `monthLimit` months, the last one includes the rest.
    ///
    /// - Returns: `nil` if an asset no longer exists.
    /// - Complexity: O(*m* log *n*) rows for *m* months in a timeline of *n* assets.
    package func months(of timeline: Timeline) throws -> [TimelineMonth]? {
        let identifiers = timeline.identifiers
        guard !identifiers.isEmpty else { return [] }
        return try catalog.read { reader in
            var known: [Int: Int?] = [:]
            /// Reads the months of these ranks. Returns `false` if an asset no longer exists.
            func read(_ ranks: [Int]) throws -> Bool {
                let dates = try reader.localDates(ofAssets: ranks.map { identifiers[$0] })
                for rank in ranks {
                    guard let date = dates[identifiers[rank]] else { return false }
                    known[rank] = .some(date.civil.map { CivilTime.firstDay(ofMonthOf: $0) })
                }
                return true
            }
            guard try read([0, identifiers.count - 1]) else { return nil }
            // Each round halves the parts that begin and end in different months.
            var parts = [(first: 0, last: identifiers.count - 1)]
            while true {
                parts.removeAll { $0.last - $0.first < 2 || known[$0.first] == known[$0.last] }
                if parts.isEmpty { break }
                guard try read(parts.map { ($0.first + $0.last) / 2 }) else { return nil }
                parts = parts.flatMap { part in
                    let middle = (part.first + part.last) / 2
                    return [(part.first, middle), (middle, part.last)]
                }
            }
            return Self.months(known)
        }
    }

    /// Returns the months at ranks that include the first rank of each month.
    private static func months(_ known: [Int: Int?]) -> [TimelineMonth] {
        var months: [TimelineMonth] = []
        for (rank, day) in known.sorted(by: { $0.key < $1.key }) {
            // Months only become earlier, and no month follows the assets without a date.
            if let last = months.last, last.day == nil || day.map({ $0 >= last.day ?? .min }) ?? false { continue }
            if months.count == monthLimit { break }
            months.append(TimelineMonth(rank: rank, day: day))
        }
        return months
    }

    /// Returns the ranks of all assets of some days, in a timeline that is newest first.
    ///
    /// - Parameter days: Counted from 1970-01-01, by the clocks where the photos were taken. `nil` stands for the
    ///   assets without a date.
    /// - Returns: The ranks in as few ranges as possible, in order. `nil` if an asset no longer exists.
    /// - Complexity: O(log *n* + *k*) rows for *k* assets of these days and the days beside them, in a timeline of
    ///   *n* assets.
    package func ranks(ofDays days: ClosedRange<Int>?, in timeline: Timeline) throws -> [Range<Int>]? {
        let identifiers = timeline.identifiers
        return try catalog.read { reader in
            /// Returns the first rank whose asset has no date or an earlier date than this.
            func firstRank(before date: Date) throws -> Int? {
                var (low, high) = (0, identifiers.count)
                while low < high {
                    let middle = (low + high) / 2
                    let identifier = identifiers[middle]
                    guard let found = try reader.localDates(ofAssets: [identifier])[identifier] else { return nil }
                    if let other = found.creationDate, other >= date { low = middle + 1 } else { high = middle }
                }
                return low
            }
            guard let days else {
                guard let first = try firstRank(before: .distantPast) else { return nil }
                return first < identifiers.count ? [first..<identifiers.count] : []
            }
            let span = Self.universalTimes(ofDays: days)
            guard let first = try firstRank(before: span.end), let end = try firstRank(before: span.start) else {
                return nil
            }
            return try Self.ranges(in: first..<end, of: identifiers, reader) { days.contains($0.dayNumber) }
        }
    }

    /// Returns the time in which these days begin and end in any time zone, from UTC-12 to UTC+14.
    private static func universalTimes(ofDays days: ClosedRange<Int>) -> DateInterval {
        let (first, last) = (Double(days.lowerBound) * 86_400, Double(days.upperBound) * 86_400)
        return DateInterval(
            start: Date(timeIntervalSince1970: first - 14 * 3600), end: Date(timeIntervalSince1970: last + 36 * 3600))
    }

    /// Returns the ranks in `ranks` whose local time fulfils a condition, or `nil` if an asset no longer exists.
    private static func ranges(
        in ranks: Range<Int>, of identifiers: IdentifierList, _ reader: CatalogReader,
        where isIncluded: (CivilTime) -> Bool
    ) throws -> [Range<Int>]? {
        let rowsAtOnce = 10_000
        var ranges: [Range<Int>] = []
        for start in stride(from: ranks.lowerBound, to: ranks.upperBound, by: rowsAtOnce) {
            let part = start..<min(start + rowsAtOnce, ranks.upperBound)
            let dates = try reader.localDates(ofAssets: identifiers[part])
            for rank in part {
                guard let date = dates[identifiers[rank]] else { return nil }
                guard let time = date.civil, isIncluded(time) else { continue }
                if let last = ranges.last, last.upperBound == rank {
                    ranges[ranges.count - 1] = last.lowerBound..<rank + 1
                } else {
                    ranges.append(rank..<rank + 1)
                }
            }
        }
        return ranges
    }
}

extension CatalogReader.LocalDate {
    /// The time on the clock where the photo was taken, or `nil` if there is no date.
    fileprivate var civil: CivilTime? {
        creationDate.flatMap {
            CivilTime(secondsSinceReferenceDate: $0.timeIntervalSinceReferenceDate, utcOffset: utcOffset ?? 0)
        }
    }
}

extension CivilTime {
    /// Returns the first day of a time's month, counted from 1970-01-01.
    fileprivate static func firstDay(ofMonthOf time: CivilTime) -> Int { time.dayNumber - time.day + 1 }
}
