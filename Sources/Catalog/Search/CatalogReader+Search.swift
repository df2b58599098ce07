import GRDB
import Records

extension CatalogReader {
    /// Returns whether the search index lacks assets from before it existed.
    package func searchIndexIsIncomplete() throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM searchFill WHERE lastFilled < target)"))
            ?? false
    }

    /// Returns a query that only looks for albums and places if there are some with one of its words.
    func resolved(_ query: AssetQuery) throws -> AssetQuery {
        guard let expressions = query.search?.expressions(query.searchKinds), !expressions.terms.isEmpty else {
            return query
        }
        var query = query
        query.searchExpressions = expressions
        query.searchesAlbums = try hasMatch(expressions, in: "albumSearch")
        query.searchesPlaces = try hasMatch(expressions, in: "placeSearch")
        return query
    }

    private func hasMatch(_ expressions: TextSearch.Expressions, in table: String) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(table) MATCH ?)"),
            arguments: [expressions.any]) ?? false
    }

    /// Returns whether albums or their members changed after a version, so that a search can have another result.
    package func albumsChanged(after version: Int64) throws -> Bool {
        try Bool.fetchOne(
            try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM collectionImage WHERE changeId > ?1)
                        OR EXISTS (SELECT 1 FROM albumMemberImage WHERE changeId > ?1)
                        OR EXISTS (SELECT 1 FROM albumMemberRange WHERE changeId > ?1)
                    """),
            arguments: [version]) ?? true
    }

    /// Returns the number of assets, albums and places for which the search index has other words than the library. An
    /// index that isn't complete yet is compared as far as it goes.
    ///
    /// - Complexity: O(*n*) for *n* assets.
    package func staleSearchRows() throws -> Int {
        let filled = try Row.fetchOne(
            database, sql: "SELECT lastFilled, target FROM searchFill WHERE lastFilled < target")
        let missing: ClosedRange<Int64>? = filled.map { ($0[0] as Int64) + 1...($0[1] as Int64) }
        var faulty = 0
        var last: Int64 = 0
        while true {
            var page: [(Int64, String)] = []
            try SearchIndex.forEachText(afterAsset: last, in: database) { page.append(($0, $1)) }
            guard let end = page.last else { break }
            let statement = try database.cachedStatement(sql: "SELECT text FROM assetSearch WHERE rowid = ?")
            for (identifier, text) in page {
                let stored = try String.fetchOne(statement, arguments: [identifier])
                if stored == nil, missing?.contains(identifier) == true { continue }
                if stored != text { faulty += 1 }
            }
            last = end.0
        }
        let strangers =
            try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM assetSearch WHERE rowid NOT IN (SELECT id FROM asset))
                        + (SELECT count(*) FROM albumSearch WHERE rowid NOT IN (SELECT id FROM collection))
                        + (SELECT count(*) FROM placeSearch WHERE rowid NOT IN (SELECT id FROM namedPlace))
                    """) ?? 0
        let albums = try Row.fetchAll(
            database,
            sql: """
                SELECT title, text FROM collection LEFT JOIN albumSearch ON albumSearch.rowid = collection.id
                WHERE kind = ?
                """, arguments: [CollectionRecord.Kind.album.rawValue])
        for album in albums {
            let (title, text): (String, String?) = (album[0], album[1])
            if SearchTokens.tokens(of: title).joined(separator: " ") != text { faulty += 1 }
        }
        let indexed = try database.cachedStatement(sql: "SELECT text FROM placeSearch WHERE rowid = ?")
        try SearchIndex.forEachPlace(in: database) { identifier, names in
            let text = try String.fetchOne(indexed, arguments: [identifier])
            if text != SearchIndex.placeText(names) { faulty += 1 }
        }
        return faulty + strangers
    }
}

extension CatalogMaintenance {
    /// Adds some assets from before the search index existed.
    ///
    /// - Returns: Whether there is more to add.
    package func fillSearchIndex() throws -> Bool {
        let state = try Row.fetchOne(
            database, sql: "SELECT lastFilled, target FROM searchFill WHERE lastFilled < target")
        guard let state else { return false }
        let (lastFilled, target): (Int64, Int64) = (state[0], state[1])
        var last: Int64?
        try SearchIndex.forEachText(afterAsset: lastFilled, in: database) { identifier, text in
            try SearchIndex.write(text, ofAsset: identifier, in: database)
            last = identifier
        }
        let reached = last ?? target
        try database.execute(sql: "UPDATE searchFill SET lastFilled = ?", arguments: [reached])
        return reached < target
    }

    /// Empties the search index, so that `fillSearchIndex` makes it again. Works for a damaged index, too.
    package func restartSearchIndex() throws {
        for table in SearchIndex.tables { try drop(table) }
        try database.execute(sql: CatalogSchema.searchTables)
        try database.execute(sql: CatalogSchema.placeSearchTable)
        try SearchIndex.restart(in: database)
        try SearchIndex.forEachPlace(in: database) { try SearchIndex.writePlace($0, names: $1, in: database) }
    }

    private func drop(_ table: String) throws {
        do {
            try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
        } catch let error as DatabaseError where SearchIndex.isDamage(error) {
            // SQLite only drops a virtual table that it can open. Without it, its parts are usual tables.
            try database.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    DELETE FROM sqlite_schema WHERE name = '\(table)';
                    PRAGMA writable_schema = RESET;
                    """)
            for part in ["data", "idx", "content", "docsize", "config"] {
                try database.execute(sql: "DROP TABLE IF EXISTS \(table)_\(part)")
            }
        }
    }

    /// Returns a description of damage inside the search index, or `nil` if it's sound.
    ///
    /// - Complexity: O(*n*) for *n* assets. It reads the whole index.
    /// - Throws: `CatalogError` if the index can't be checked, for example because another process writes.
    package func damageOfSearchIndex() throws -> String? {
        for table in SearchIndex.tables {
            do {
                try database.execute(sql: "INSERT INTO \(table)(\(table)) VALUES ('integrity-check')")
            } catch let error as DatabaseError where SearchIndex.isDamage(error) {
                return error.message ?? "\(error.resultCode)"
            }
        }
        return nil
    }
}
