package import Foundation
import GRDB

extension CatalogReader {
    /// The history that can be trimmed.
    package struct TrimmableHistory: Sendable, Equatable {
        /// The newest change to trim. All changes before it are trimmed, too.
        package var lastChange: Int64
        /// The number of rows of history.
        package var rowCount: Int
    }

    /// Returns the changes that are older than a date and don't belong to the newest `rowCount` rows of history.
    /// Returns `nil` if there are none.
    ///
    /// A change stays while one before it is too new, so that the remaining history has no gaps. A clock that was
    /// wrong can therefore keep more history than necessary, but never less. The newest change always stays.
    ///
    /// - Complexity: O(1) if the library is newer than the date, otherwise O(*n*) for *n* changes.
    package func trimmableHistory(olderThan date: Date, beyond rowCount: Int) throws -> TrimmableHistory? {
        let oldest = try Row.fetchOne(
            try database.cachedStatement(sql: "SELECT date FROM change ORDER BY id LIMIT 1"))
        guard let oldest, oldest[0] < date.stored else { return nil }
        let latest = try latestChange()
        let total =
            try Int.fetchOne(try database.cachedStatement(sql: "SELECT sum(max(0, rowCount)) FROM change")) ?? 0
        var trimmable: TrimmableHistory?
        let oldestFirst = try Row.fetchCursor(
            try database.cachedStatement(sql: "SELECT id, date, max(0, rowCount) FROM change ORDER BY id"))
        while let change = try oldestFirst.next() {
            let rows = (trimmable?.rowCount ?? 0) + change[2]
            guard change[0] != latest, change[1] < date.stored, rows <= total - rowCount else { break }
            trimmable = TrimmableHistory(lastChange: change[0], rowCount: rows)
        }
        return trimmable
    }
}
