import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// Returns the remaining properties of purged assets by row identifier: UUID, media type, size in pixels and dates.
    ///
    /// `trashedDate` is the date of the purge.
    package func purgedAssets(withIdentifiers identifiers: some Collection<Int64>) throws -> [Int64: AssetRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(TombstoneRecord.table.selection) FROM tombstone
                WHERE assetId IN (SELECT value FROM json_each(?))
                """)
        var records: [Int64: AssetRecord] = [:]
        try statement.forEachRecord(TombstoneRecord.self, arguments: [JSONList.text(identifiers)]) { tombstone in
            records[tombstone.assetID] = tombstone.asset
        }
        return records
    }
}
