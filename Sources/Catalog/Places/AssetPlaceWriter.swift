import Foundation
import GRDB
import Places

/// Writes the places of assets whose location a transaction stored, at its end.
///
/// - Complexity: O(*c*) for *c* such assets: some microseconds each. Other changes cost nothing.
final class AssetPlaceWriter {
    private let database: Database
    private let gazetteer: () throws -> Gazetteer
    private var locations: [Int64: (latitude: Double, longitude: Double)] = [:]

    init(database: Database, gazetteer: @escaping () throws -> Gazetteer) {
        self.database = database
        self.gazetteer = gazetteer
    }

    /// Notes an asset's new location. Without one, the trigger `formerPlaceOfAsset` has removed the place already.
    func note(asset identifier: Int64, latitude: Double?, longitude: Double?) {
        locations[identifier] = latitude.flatMap { latitude in longitude.map { (latitude, $0) } }
    }

    func notePurge(ofAsset identifier: Int64) {
        locations[identifier] = nil
    }

    /// Without a gazetteer, the assets wait for it. That doesn't stop the transaction, because names of places follow from
    /// the location and can be added at any time.
    func finish() throws {
        guard !locations.isEmpty else { return }
        guard let gazetteer = try? gazetteer() else { return try addPending() }
        let fill = try PlaceFill.read(database)
        if fill.dataVersion == 0 {
            try database.cachedStatement(sql: "UPDATE placeFill SET dataVersion = ?")
                .execute(arguments: [gazetteer.version])
        }
        // A later version of Albumen uses this library, too, and looks the assets up again.
        if gazetteer.version < fill.dataVersion { try addPending() }
        var rows = PlaceRows(database: database, gazetteer: gazetteer)
        for (identifier, location) in locations.sorted(by: { $0.key < $1.key }) {
            try rows.write(asset: identifier, latitude: location.latitude, longitude: location.longitude)
            guard gazetteer.version >= fill.dataVersion else { continue }
            try database.cachedStatement(sql: "DELETE FROM pendingPlace WHERE assetId = ?")
                .execute(arguments: [identifier])
        }
    }

    private func addPending() throws {
        let statement = try database.cachedStatement(sql: "INSERT OR IGNORE INTO pendingPlace (assetId) VALUES (?)")
        for identifier in locations.keys.sorted() { try statement.execute(arguments: [identifier]) }
    }
}
