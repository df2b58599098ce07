import Catalog
package import Foundation
package import PhotoLibrary
import Records

extension LibraryView {
    /// Returns the number of assets with a date in the future at the top of a timeline that is newest first.
    ///
    /// Returns 0 if all of its dates are in the future. In that case the computer's clock is wrong, or there is nothing
    /// else to show.
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

    /// Returns the first date that counts as the future: the midnight (UTC) after tomorrow.
    ///
    /// If a photo's time zone is unknown, its local time counts as UTC. That is up to 14 hours ahead of the actual
    /// time. So the first future date is always at least a day ahead. It changes once a day.
    package static func firstFutureDate(now: Date) -> Date {
        let day = (now.timeIntervalSince1970 / 86_400).rounded(.down)
        return Date(timeIntervalSince1970: (day + 2) * 86_400)
    }
}
