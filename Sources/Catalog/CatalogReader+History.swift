import GRDB

extension CatalogReader {
    /// The number of the last change; 0 in a library that never changed. Each commit counts up.
    package func latestChange() throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(id) FROM change")) ?? 0
    }
}
