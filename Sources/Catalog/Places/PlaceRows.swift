import Foundation
import GRDB
import Places

/// Writes places, and the places of assets.
struct PlaceRows {
    let database: Database
    let gazetteer: Gazetteer
    private var identifiers: [PlaceReference: Int64] = [:]

    init(database: Database, gazetteer: Gazetteer) {
        (self.database, self.gazetteer) = (database, gazetteer)
    }

    /// Stores the place of an asset's location. On the open sea, the asset has none.
    mutating func write(asset identifier: Int64, latitude: Double, longitude: Double) throws {
        let reference = gazetteer.reference(latitude: latitude, longitude: longitude)?.namesOnly
        guard let reference, let place = try row(of: reference) else {
            return try database.cachedStatement(sql: "DELETE FROM assetPlace WHERE assetId = ?")
                .execute(arguments: [identifier])
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO assetPlace (assetId, placeId) VALUES (?, ?)
                ON CONFLICT (assetId) DO UPDATE SET placeId = excluded.placeId WHERE placeId <> excluded.placeId
                """
        ).execute(arguments: [identifier, place])
    }

    /// Returns the row of a place, and adds it if it's missing. Returns `nil` if the gazetteer doesn't know the place.
    private mutating func row(of reference: PlaceReference) throws -> Int64? {
        if let known = identifiers[reference] { return known }
        let stored = try Int64.fetchOne(
            try database.cachedStatement(sql: "SELECT id FROM namedPlace WHERE reference = ?"),
            arguments: [reference.data])
        guard let identifier = try stored ?? insert(reference) else { return nil }
        identifiers[reference] = identifier
        return identifier
    }

    private func insert(_ reference: PlaceReference) throws -> Int64? {
        guard let summary = gazetteer.summary(of: reference) else { return nil }
        let names = summary.searchNames
        try database.cachedStatement(
            sql: "INSERT INTO namedPlace (reference, countryCode, regionCode, names) VALUES (?, ?, ?, ?)"
        ).execute(
            arguments: [reference.data, summary.country.countryCode, summary.region?.regionCode, JSONList.text(names)])
        let identifier = database.lastInsertedRowID
        try SearchIndex.writePlace(identifier, names: names, in: database)
        return identifier
    }
}
