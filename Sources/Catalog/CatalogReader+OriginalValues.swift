package import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// The imported dates of assets whose date the user changed, by row identifier.
    package func originalDates(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: OriginalDate] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT assetId, creationDate, utcOffset, dateSource FROM originalDate
                WHERE assetId IN (SELECT value FROM json_each(?))
                """)
        var dates: [Int64: OriginalDate] = [:]
        try statement.forEachRow(arguments: [Self.list(identifiers)]) { row in
            dates[row.int64(0)] = OriginalDate(
                creationDate: Date(stored: row.optional(1, StatementRow.double)),
                utcOffset: row.optional(2, StatementRow.int), dateSource: row.optional(3, StatementRow.text))
        }
        return dates
    }

    /// The imported places of assets whose place the user changed, by row identifier.
    package func originalLocations(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: OriginalLocation] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT assetId, latitude, longitude, altitude, horizontalAccuracy FROM originalLocation
                WHERE assetId IN (SELECT value FROM json_each(?))
                """)
        var locations: [Int64: OriginalLocation] = [:]
        try statement.forEachRow(arguments: [Self.list(identifiers)]) { row in
            locations[row.int64(0)] = OriginalLocation(
                latitude: row.optional(1, StatementRow.double), longitude: row.optional(2, StatementRow.double),
                altitude: row.optional(3, StatementRow.double),
                horizontalAccuracy: row.optional(4, StatementRow.double))
        }
        return locations
    }

    /// When a file was last changed before its import, in nanoseconds since 1970. Returns `nil` if no import of the
    /// asset's file is recorded.
    package func modificationTime(ofImportedFile sha256: Data, ofAsset identifier: Int64) throws -> Int64? {
        try Int64.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT modificationTime FROM importedFile WHERE assetId = ? AND sha256 = ?
                    ORDER BY outcome = 'imported' DESC, modificationTime LIMIT 1
                    """),
            arguments: [identifier, sha256])
    }
}

extension CatalogTransaction {
    /// Stores the imported date of an asset, in place of an earlier one.
    package func keep(_ date: OriginalDate, ofAsset identifier: Int64) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO originalDate (assetId, creationDate, utcOffset, dateSource) VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [identifier, date.creationDate?.stored, date.utcOffset, date.dateSource])
    }

    /// Stores the imported place of an asset, in place of an earlier one.
    package func keep(_ location: OriginalLocation, ofAsset identifier: Int64) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO originalLocation (assetId, latitude, longitude, altitude, horizontalAccuracy)
                VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            identifier, location.latitude, location.longitude, location.altitude, location.horizontalAccuracy,
        ])
    }

    /// Removes the imported date of an asset that has it again.
    package func removeOriginalDate(ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM originalDate WHERE assetId = ?")
            .execute(arguments: [identifier])
    }

    /// Removes the imported place of an asset that has it again.
    package func removeOriginalLocation(ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM originalLocation WHERE assetId = ?")
            .execute(arguments: [identifier])
    }
}
