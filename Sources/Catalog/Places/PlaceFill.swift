import GRDB
import Records

/// Which assets have been looked up with which version of the gazetteer.
package struct PlaceFill: Sendable, Equatable {
    /// The newest version of the gazetteer that has looked up assets of this catalog, or 0 if there was none.
    package let dataVersion: Int
    let lastFilled: Int64
    let target: Int64
    /// Whether the assets to look up have places of an earlier version.
    let isRefill: Bool
    /// Whether assets wait because there was no gazetteer when their location was stored.
    let hasPending: Bool

    /// Whether assets without a place can have one, so that a search doesn't find them by its names.
    package var lacksPlaces: Bool { hasPending || (lastFilled < target && !isRefill) }

    static func read(_ database: Database) throws -> PlaceFill {
        let row = try Row.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT dataVersion, lastFilled, target, isRefill, EXISTS (SELECT 1 FROM pendingPlace) FROM placeFill
                    """))
        guard let row else {
            throw CatalogError(.failed, "The catalog's table placeFill is empty. Restore catalog.sqlite from a backup.")
        }
        return PlaceFill(
            dataVersion: row[0], lastFilled: row[1], target: row[2], isRefill: row[3], hasPending: row[4])
    }

    /// Whether a gazetteer of a version has assets to look up. One that is older than the newest one has none.
    package func isIncomplete(for version: Int) -> Bool {
        version > dataVersion && (dataVersion > 0 || lastFilled < target || hasPending)
            || version == dataVersion && (lastFilled < target || hasPending)
    }
}
