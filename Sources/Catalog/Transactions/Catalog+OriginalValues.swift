import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the imported dates of assets whose date the user changed, by row identifier.
    package func originalDates(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: OriginalDate] {
        try keyedRecords(ofAssets: identifiers)
    }

    /// Returns the imported locations of assets whose location the user changed, by row identifier.
    package func originalLocations(ofAssets identifiers: some Collection<Int64>) throws -> [Int64: OriginalLocation] {
        try keyedRecords(ofAssets: identifiers)
    }

    /// Returns the records of a table whose key is an asset, by the asset's row identifier.
    private func keyedRecords<Record: StoredRecord>(
        ofAssets identifiers: some Collection<Int64>
    ) throws -> [Int64: Record] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT assetId, \(Record.table.selection) FROM \(Record.table.name)
                WHERE assetId IN (SELECT value FROM json_each(?))
                """)
        var records: [Int64: Record] = [:]
        try statement.forEachRow(arguments: [JSONList.text(identifiers)]) { row in
            records[row.int64(0)] = try Record.read(row, from: 1)
        }
        return records
    }

    /// Returns the modification time of a file before its import, in nanoseconds since 1970. Returns `nil` if no import
    /// of the asset's file is recorded.
    package func modificationTime(ofImportedFile sha256: BlobDigest, ofAsset identifier: Int64) throws -> Int64? {
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
    /// Stores the imported date of an asset, and replaces an earlier one.
    package func keep(_ date: OriginalDate, ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: OriginalDate.table.replacement)
            .execute(arguments: [identifier] + date.arguments())
    }

    /// Stores the imported location of an asset, and replaces an earlier one.
    package func keep(_ location: OriginalLocation, ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: OriginalLocation.table.replacement)
            .execute(arguments: [identifier] + location.arguments())
    }

    /// Removes the stored imported date after the asset's date has been restored.
    package func removeOriginalDate(ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM originalDate WHERE assetId = ?")
            .execute(arguments: [identifier])
    }

    /// Removes the stored imported location after the asset's location has been restored.
    package func removeOriginalLocation(ofAsset identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM originalLocation WHERE assetId = ?")
            .execute(arguments: [identifier])
    }
}
