import Foundation
import GRDB
package import Records

extension CatalogReader {
    /// What is left of assets that were purged, by row identifier: UUID, media type, size in pixels and dates.
    ///
    /// `trashedDate` is when they were purged.
    package func purgedAssets(withIdentifiers identifiers: some Collection<Int64>) throws -> [Int64: AssetRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT assetId, uuid, mediaType, pixelWidth, pixelHeight, creationDate, addedDate, purgedDate
                FROM tombstone WHERE assetId IN (SELECT value FROM json_each(?))
                """)
        var records: [Int64: AssetRecord] = [:]
        try statement.forEachRow(arguments: [Self.list(identifiers)]) { row in
            let mediaType = AssetMediaType(rawValue: row.int(2))
            var record = AssetRecord(
                uuid: row.text(1), mediaType: mediaType, mediaSubtypes: [],
                playbackStyle: PlaybackStyle(mediaType), pixelWidth: row.int(3),
                pixelHeight: row.int(4), duration: 0,
                creationDate: Date(stored: row.optional(5, StatementRow.double)),
                addedDate: Date(timeIntervalSinceReferenceDate: row.double(6)))
            record.id = row.int64(0)
            record.trashedDate = Date(timeIntervalSinceReferenceDate: row.double(7))
            records[record.id] = record
        }
        return records
    }
}
