package import Foundation
import GRDB

extension CatalogReader {
    /// The date of an asset and the clock at the place of the photo.
    package struct LocalDate: Sendable {
        package var creationDate: Date?
        /// Seconds east of UTC, or `nil` if the time zone is unknown.
        package var utcOffset: Int?
    }

    /// Returns the dates of existing rows by identifier, without the rest of their records.
    ///
    /// - Complexity: O(*n* log *m*) for *n* identifiers in a library of *m* assets.
    package func localDates(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: LocalDate] {
        let statement = try database.cachedStatement(
            sql: "SELECT id, creationDate, utcOffset FROM asset WHERE id IN (SELECT value FROM json_each(?))")
        var dates: [Int64: LocalDate] = [:]
        dates.reserveCapacity(identifiers.count)
        let rows = try Row.fetchCursor(statement, arguments: [JSONList.text(identifiers)])
        while let row = try rows.next() {
            dates[row[0]] = LocalDate(creationDate: Date(stored: row[1]), utcOffset: row[2])
        }
        return dates
    }
}
