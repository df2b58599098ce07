import GRDB
package import Records

extension CatalogTransaction {
    /// Returns the row identifier of a source, and adds the row if it's missing.
    package func ensureSource(_ key: SourceKey) throws -> Int64 {
        if let known = try reader.source(key) { return known }
        try database.cachedStatement(sql: "INSERT INTO source (kind, identifier) VALUES (?, ?)")
            .execute(arguments: [key.kind.rawValue, key.identifier])
        return database.lastInsertedRowID
    }

    /// Adds the row of an item, or replaces it.
    package func record(_ item: AssetSourceRecord) throws {
        try database.cachedStatement(sql: AssetSourceRecord.table.replacement).execute(arguments: item.arguments())
    }

    /// Adds the row of an album or folder, or replaces it.
    package func record(_ collection: CollectionSourceRecord) throws {
        try database.cachedStatement(sql: CollectionSourceRecord.table.replacement)
            .execute(arguments: collection.arguments())
    }

    /// Forgets that an album or folder was brought over, so that another import brings it over again.
    package func forgetSources(ofCollection identifier: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM collectionSource WHERE collectionId = ?")
            .execute(arguments: [identifier])
    }
}
