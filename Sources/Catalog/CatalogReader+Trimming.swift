package import Foundation
import GRDB

extension CatalogReader {
    /// What of the history may go.
    package struct TrimmableHistory: Sendable, Equatable {
        /// The newest change that may go, and all before it.
        package var lastChange: Int64
        /// How many rows of history that is.
        package var rowCount: Int
    }

    /// The changes that are older than a date and of which the `rowCount` newest rows of history are no part; nil where there
    /// are none, which one row tells in a library that is younger than that. Else it is a walk over the changes' own
    /// rows.
    ///
    /// A change stays while one before it is too young, so that what is kept has no gap. A clock that was wrong can
    /// so keep more than it should, never less. The newest change always stays.
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
