import GRDB
import Records

/// The full-text index of assets and albums.
///
/// `assetSearch` has the tokens of an asset's texts under the asset's row identifier. `albumSearch` has the tokens of
/// album names. Renaming an album changes one row, because a query finds the matching albums and then their members.
/// `placeSearch` has the tokens of a place's names in all languages, once for all its assets. `searchFill` tells which
/// assets of an older library are still missing.
enum SearchIndex {
    static let tables = ["assetSearch", "albumSearch", "placeSearch"]

    /// The number of assets of one step. A step takes some 20 milliseconds.
    static let pageSize = 1_000

    private static let namedTypes = [ResourceType.photo, .video, .alternatePhoto, .pairedVideo]
        .map { String($0.rawValue) }.joined(separator: ", ")

    private static let texts = """
        SELECT asset.id, \(SearchDateWords.localDate),
            (SELECT group_concat(originalFilename, ' ') FROM resource
                WHERE assetId = asset.id AND type IN (\(namedTypes))),
            (SELECT group_concat(value, ' ') FROM json_each(keywords)),
            title, caption, cameraMake, cameraModel, lensModel, preservedFileName
        FROM asset LEFT JOIN assetMetadata ON assetMetadata.assetId = asset.id
        """

    /// Calls the body with the tokens of each asset that exists, as the index stores them.
    static func forEachText(
        ofAssets identifiers: some Collection<Int64>, in database: Database, _ body: (Int64, String) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(
            sql: "\(texts) WHERE asset.id IN (SELECT value FROM json_each(?))")
        try forEachText(statement, [JSONList.text(identifiers)], body)
    }

    /// Calls the body with the tokens of up to `pageSize` assets whose row identifiers are larger than `identifier`.
    static func forEachText(
        afterAsset identifier: Int64, in database: Database, _ body: (Int64, String) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(
            sql: "\(texts) WHERE asset.id > ? ORDER BY asset.id LIMIT \(pageSize)")
        try forEachText(statement, [identifier], body)
    }

    private static func forEachText(
        _ statement: Statement, _ arguments: StatementArguments, _ body: (Int64, String) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try rows.next() {
            let date: String? = row[1]
            var tokens = date.map(SearchDateWords.tokens) ?? []
            for column in 2..<10 {
                let text: String? = row[column]
                if let text { tokens += SearchTokens.tokens(of: text) }
            }
            try body(row[0], tokens.joined(separator: " "))
        }
    }

    /// Whether an error comes from the index itself, not from a disk that is full or a library that is in use.
    static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_ERROR].contains(error.resultCode)
    }

    static func write(_ text: String, ofAsset identifier: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO assetSearch (rowid, text) VALUES (?, ?)")
            .execute(arguments: [identifier, text])
    }

    /// Indexes the name of an album again. Removes an album that no longer exists.
    static func updateAlbum(_ identifier: Int64, in database: Database) throws {
        let title = try String.fetchOne(
            try database.cachedStatement(sql: "SELECT title FROM collection WHERE id = ? AND kind = ?"),
            arguments: [identifier, CollectionRecord.Kind.album.rawValue])
        guard let title else {
            return try database.cachedStatement(sql: "DELETE FROM albumSearch WHERE rowid = ?")
                .execute(arguments: [identifier])
        }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO albumSearch (rowid, text) VALUES (?, ?)")
            .execute(arguments: [identifier, SearchTokens.tokens(of: title).joined(separator: " ")])
    }

    /// Indexes the names of a place. They never change.
    static func writePlace(_ identifier: Int64, names: [String], in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO placeSearch (rowid, text) VALUES (?, ?)")
            .execute(arguments: [identifier, placeText(names)])
    }

    static func placeText(_ names: [String]) -> String {
        names.flatMap { SearchTokens.tokens(of: $0) }.joined(separator: " ")
    }

    /// Calls the body with the names of each place.
    static func forEachPlace(in database: Database, _ body: (Int64, [String]) throws -> Void) throws {
        for row in try Row.fetchAll(database, sql: "SELECT id, names FROM namedPlace") {
            try body(row[0], JSONList.texts(row[1]))
        }
    }

    /// Indexes the names of all albums, of which a library has few. The assets remain to be filled in steps.
    static func restart(in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM albumSearch;
                UPDATE searchFill SET lastFilled = 0, target = (SELECT coalesce(max(id), 0) FROM asset);
                """)
        let albums = try Int64.fetchAll(
            database, sql: "SELECT id FROM collection WHERE kind = ?",
            arguments: [CollectionRecord.Kind.album.rawValue])
        for album in albums { try updateAlbum(album, in: database) }
    }
}
