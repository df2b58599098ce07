package import Foundation
import GRDB

extension CatalogReader {
    /// When and where a shown asset was taken.
    package struct Occasion: Sendable {
        package var creationDate: Date?
        package var utcOffset: Int?
        package var latitude: Double?
        package var longitude: Double?
    }

    /// Calls the body with each asset that a fetch without options shows, oldest first, those without a date before all.
    /// A walk over the library: about a microsecond an asset.
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
