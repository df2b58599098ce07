import GRDB

extension CatalogReader {
    /// Returns the library's epoch, or 0 if the library was never restored from a place.
    package func epoch() throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(epoch) FROM epoch")) ?? 0
    }

    /// Returns whether the state after a change of an epoch is also a state of this library's history. It isn't if a
    /// later epoch began with an earlier state.
    package func sharesState(afterChange change: Int64, ofEpoch epoch: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT ?1 <= coalesce((SELECT max(epoch) FROM epoch), 0)
                        AND NOT EXISTS (SELECT 1 FROM epoch WHERE epoch > ?1 AND firstChange <= ?2)
                    """),
            arguments: [epoch, change]) ?? false
    }
}
