import Catalog
package import Foundation
import Records

extension LibraryView {
    /// How many assets at the top of a timeline that is newest first have a date in the future. 0 if all of them do, because
    /// then the computer's clock is wrong, or there is nothing else to show.
    ///
    /// - Complexity: O(log *n*) rows for a timeline of *n* assets; one row if there is no such date.
    package func futureCount(of timeline: Timeline) throws -> Int {
        let limit = Self.firstFutureDate(now: now())
        let identifiers = timeline.identifiers
        return try catalog.read { reader in
            func isFuture(_ rank: Int) throws -> Bool {
                let asset = try reader.assets(withIdentifiers: [identifiers[rank]])[identifiers[rank]]
                return (asset?.creationDate).map { $0 >= limit } ?? false
            }
            guard !identifiers.isEmpty, try isFuture(0) else { return 0 }
            var (low, high) = (1, identifiers.count)
            while low < high {
                let middle = (low + high) / 2
                if try isFuture(middle) { low = middle + 1 } else { high = middle }
            }
            return low < identifiers.count ? low : 0
        }
    }

    /// The date from which on a photo is dated in the future: the midnight (UTC) after tomorrow.
    ///
    /// A date whose zone isn't known is the clock's reading taken as UTC, which is up to 14 hours ahead of the instant. So the
    /// bound is always at least a day away. It moves once a day.
    package static func firstFutureDate(now: Date) -> Date {
        let day = (now.timeIntervalSince1970 / 86_400).rounded(.down)
        return Date(timeIntervalSince1970: (day + 2) * 86_400)
    }
}
