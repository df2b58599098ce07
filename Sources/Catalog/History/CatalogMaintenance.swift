import GRDB

/// Maintenance of the catalog, with the write lock held. Only valid in the closure that receives it.
package struct CatalogMaintenance {
    let database: Database

    /// Deletes history, oldest first, up to and including a change, and at most about `portion` rows of it.
    ///
    /// Deletes small changes completely. A change with more rows than a portion is deleted in several calls. From its
    /// first deleted row on, it's no longer reported.
    ///
    /// - Returns: Whether there is more to delete.
    package func trimHistory(through last: Int64, portion: Int) throws -> Bool {
        let oldest = try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT id, rowCount FROM change WHERE id <= ? ORDER BY id LIMIT ?"),
            arguments: [last, portion])
        var whole: Int64?
        var rows = 0
        for change in oldest {
            let count: Int = change[1]
            rows += count
            guard count >= 0, rows <= portion else { break }
            whole = change[0]
        }
        if let whole {
            try database.cachedStatement(sql: "DELETE FROM change WHERE id <= ?").execute(arguments: [whole])
        } else if let large = oldest.first {
            try trimPart(ofChange: large[0], portion: portion)
        }
        return try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM change WHERE id <= ?)"),
            arguments: [last]) ?? false
    }

    private func trimPart(ofChange change: Int64, portion: Int) throws {
        var room = portion
        for table in CatalogSchema.historyTables where room > 0 {
            let key = try database.primaryKey(table).columns.joined(separator: ", ")
            try database.cachedStatement(
                sql: """
                    DELETE FROM \(table) WHERE changeId = ? AND (\(key)) IN (
                        SELECT \(key) FROM \(table) WHERE changeId = ? LIMIT ?)
                    """
            ).execute(arguments: [change, change, room])
            room -= database.changesCount
        }
        let sql = room > 0 ? "DELETE FROM change WHERE id = ?" : "UPDATE change SET rowCount = -1 WHERE id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [change])
    }
}
