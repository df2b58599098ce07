import GRDB

extension CatalogReader {
    /// Up to `limit` assets whose row identifiers come after `identifier`, hidden and deleted ones among them: a walk over
    /// all of them in bounded memory.
    package func assets(after identifier: Int64, limit: Int) throws -> [AssetRecord] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT \(AssetRecord.selection) FROM asset WHERE id > ? ORDER BY id LIMIT ?"),
            arguments: [identifier, limit]
        ).map(AssetRecord.init)
    }

    /// How many there are, hidden and deleted ones among them.
    package func assetCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM asset") ?? 0
    }
}
