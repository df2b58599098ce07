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
    /// - Complexity: O(*n*) for *n* assets: about a microsecond per asset.
    package func forEachOccasion(scope: AssetQuery.Scope, _ body: (Occasion) throws -> Void) throws {
        var query = AssetQuery()
        query.scope = scope
        let (condition, arguments) = query.condition()
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT creationDate, utcOffset, latitude, longitude FROM asset WHERE \(condition)
                    ORDER BY creationDate, uuid
                    """),
            arguments: arguments)
        while let row = try rows.next() {
            try body(
                Occasion(
                    creationDate: Date(stored: row[0]), utcOffset: row[1], latitude: row[2], longitude: row[3]))
        }
    }
}
