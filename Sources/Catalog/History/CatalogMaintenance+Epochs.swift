import GRDB

extension CatalogMaintenance {
    /// Begins an epoch of the library, whose first change is the next one. Has no effect if it has begun already.
    ///
    /// - Parameter epoch: A number from 1 to 65,535 that is larger than that of all former epochs.
    package func begin(epoch: Int64) throws {
        let next = try CatalogReader(database: database).latestChange() + 1
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO epoch (epoch, firstChange) VALUES (?, ?)")
            .execute(arguments: [epoch, next])
    }
}
