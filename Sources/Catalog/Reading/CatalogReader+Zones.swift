import GRDB
package import Records

extension CatalogReader {
    /// Returns up to `limit` assets with a location whose offset from UTC is unknown or zero, and whose row identifiers are
    /// larger than `identifier`. Includes hidden and deleted assets, and none whose offset is that of its place.
    ///
    /// - Complexity: O(*n*) for *n* assets that are passed over.
    package func assets(withoutZoneAfter identifier: Int64, limit: Int) throws -> [AssetRecord] {
        try database.cachedStatement(
            sql: """
                SELECT \(AssetRecord.table.selection(of: "asset")) FROM asset NOT INDEXED
                WHERE id > ? AND latitude IS NOT NULL AND longitude IS NOT NULL AND creationDate IS NOT NULL
                    AND coalesce(utcOffset, 0) = 0 AND utcOffsetSource IS NULL
                ORDER BY id LIMIT ?
                """
        ).records(arguments: [identifier, limit])
    }
}
