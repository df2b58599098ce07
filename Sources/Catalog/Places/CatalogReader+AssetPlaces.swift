import Foundation
import GRDB
package import Places

extension CatalogReader {
    /// Returns which assets have been looked up.
    package func placeFill() throws -> PlaceFill { try PlaceFill.read(database) }

    /// Returns the number of assets with a location that haven't been looked up, or only with an earlier version.
    ///
    /// - Parameter version: The version of the gazetteer, or `nil` if there is none.
    /// - Complexity: O(*n*) for *n* assets that haven't been looked up.
    package func assetCount(withoutPlacesOf version: Int?) throws -> Int {
        let fill = try placeFill()
        if let version, !fill.isIncomplete(for: version) { return 0 }
        let isStale = fill.dataVersion > 0 && fill.dataVersion < version ?? 0
        let (last, target) = isStale ? (0, Int64.max) : (fill.lastFilled, fill.target)
        return try Int.fetchOne(
            database,
            sql: """
                SELECT (SELECT count(*) FROM asset NOT INDEXED
                        WHERE id > ?1 AND id <= ?2 AND latitude IS NOT NULL AND longitude IS NOT NULL)
                    + (SELECT count(*) FROM pendingPlace WHERE assetId <= ?1 OR assetId > ?2)
                """, arguments: [last, target]) ?? 0
    }

    /// Returns the places of the assets that a fetch without options contains, with the number of these assets.
    ///
    /// - Complexity: O(*n*) for *n* assets with a place.
    package func shownPlaces() throws -> [(reference: PlaceReference, count: Int)] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT reference, number FROM (
                    SELECT placeId, count(*) AS number FROM asset CROSS JOIN assetPlace ON assetId = asset.id
                    WHERE asset.isShown = 1 GROUP BY placeId)
                CROSS JOIN namedPlace ON namedPlace.id = placeId
                """)
        var places: [(PlaceReference, Int)] = []
        while let row = try rows.next() {
            let data: Data = row[0]
            if let reference = PlaceReference(data: data) { places.append((reference, row[1])) }
        }
        return places
    }
}
