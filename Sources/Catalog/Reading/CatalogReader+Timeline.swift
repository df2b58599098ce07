package import Foundation
import GRDB

extension CatalogReader {
    /// The date and location of a visible asset.
    package struct Occasion: Sendable {
        package var creationDate: Date?
        package var utcOffset: Int?
        package var latitude: Double?
        package var longitude: Double?
    }

    /// Calls the body with each asset that a fetch without options contains, in chronological order, starting with
    /// those without a date.
    ///
    /// - Parameters:
    ///   - start: The first date, or `nil` for all assets.
    ///   - body: Returns whether to continue with the next asset.
    /// - Complexity: O(*n*) for *n* assets from the date on.
    package func forEachOccasion(
        from start: Date?, scope: AssetQuery.Scope, _ body: (Occasion) throws -> Bool
    ) throws {
        var query = AssetQuery()
        query.scope = scope
        if let start {
            let date = start.timeIntervalSinceReferenceDate
            query.filter = .comparison(.column(.creationDate), .greaterOrEqual, .real(date))
        }
        let (condition, arguments) = query.condition()
        let statement = try database.cachedStatement(
            sql: """
                SELECT creationDate, utcOffset, latitude, longitude FROM asset WHERE \(condition)
                ORDER BY creationDate, uuid
                """)
        try statement.readRows(arguments: arguments) { row in
            try body(
                Occasion(
                    creationDate: Date(stored: row.optional(0, StatementRow.double)),
                    utcOffset: row.optional(1, StatementRow.int), latitude: row.optional(2, StatementRow.double),
                    longitude: row.optional(3, StatementRow.double)))
        }
    }
}
