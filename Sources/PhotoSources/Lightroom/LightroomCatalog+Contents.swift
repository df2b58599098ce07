internal import Foundation
internal import GRDB

extension LightroomCatalog {
    private static let keywordLimit = 1_000_000
    private static let duplicateLimit = 10_000
    private static let rootLimit = 10_000

    /// Returns the identity of the catalogue: a UUID that Lightroom gives it, or the one of its first variable.
    func identifier() throws -> String? {
        try database.read { database in
            let stored = try Row.fetchOne(
                database,
                sql: """
                    SELECT CAST(value AS TEXT) AS id FROM Adobe_variablesTable
                    WHERE name = 'Adobe_storeProviderID' LIMIT 1
                    """)
            if let id = Self.identifier(stored) { return id }
            guard names.has("id_local", "id_global", in: "Adobe_variablesTable") else { return nil }
            return Self.identifier(
                try Row.fetchOne(
                    database, sql: "SELECT id_global AS id FROM Adobe_variablesTable ORDER BY id_local LIMIT 1"))
        }
    }

    private static func identifier(_ row: Row?) -> String? {
        ForeignValue.text(row?.text("id")).flatMap {
            $0.utf8.count <= LightroomItemRow.longestIdentifier ? $0.uppercased() : nil
        }
    }

    /// Returns the major version of Lightroom that the catalogue is for.
    func version() throws -> Int? {
        try database.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT CAST(value AS INTEGER) AS version FROM Adobe_variablesTable
                    WHERE name = 'Adobe_DBVersion' LIMIT 1
                    """)
        }.flatMap { $0.integer("version") }.flatMap { (100_000..<10_000_000).contains($0) ? Int($0 / 100_000) : nil }
    }

    func itemCount() throws -> Int {
        try database.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT COUNT(DISTINCT id_global) FROM Adobe_images WHERE typeof(id_global) = 'text'
                    AND id_global <> '' AND length(CAST(id_global AS BLOB)) <= \(LightroomItemRow.longestIdentifier)
                    """) ?? 0
        }
    }

    /// Returns the keys of images whose identity another image with a smaller key has, too.
    func repeatedItems() throws -> Set<Int64> {
        try database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT I.id_local AS pk FROM Adobe_images I JOIN
                    (SELECT id_global, MIN(id_local) AS first FROM Adobe_images GROUP BY id_global
                    HAVING COUNT(*) > 1) B ON I.id_global = B.id_global WHERE I.id_local <> B.first
                    LIMIT \(Self.duplicateLimit + 1)
                    """)
            guard rows.count <= Self.duplicateLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            return Set(rows.compactMap { $0.integer("pk") })
        }
    }

    func keywords() throws -> LightroomKeywords {
        var keywords = LightroomKeywords()
        guard names.has("id_local", "name", in: "AgLibraryKeyword") else { return keywords }
        let parent = names.value("parent", of: "AgLibraryKeyword", as: "K", named: "parent")
        let type = names.value("keywordType", of: "AgLibraryKeyword", as: "K", named: "type")
        try database.read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT K.id_local AS pk, K.name AS name, \(parent), \(type) FROM AgLibraryKeyword K
                    LIMIT \(Self.keywordLimit + 1)
                    """)
            var count = 0
            while let row = try rows.next() {
                count += 1
                guard count <= Self.keywordLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                guard let id = row.integer("pk") else { continue }
                keywords.add(
                    LightroomKeywords.Keyword(
                        name: ForeignValue.text(row.text("name")), parent: row.integer("parent"),
                        isPerson: row.text("type")?.lowercased() == "person"), id: id)
            }
        }
        return keywords
    }

    /// Returns the number of images that have each keyword.
    func keywordCounts() throws -> [Int64: Int] {
        guard names.has("image", "tag", in: "AgLibraryKeywordImage") else { return [:] }
        return try database.read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT tag AS keyword, COUNT(DISTINCT image) AS count FROM AgLibraryKeywordImage
                    GROUP BY tag LIMIT \(Self.keywordLimit)
                    """)
            var counts: [Int64: Int] = [:]
            while let row = try rows.next() {
                if let id = row.integer("keyword") { counts[id] = Int(clamping: row.integer("count") ?? 0) }
            }
            return counts
        }
    }

    /// Returns the root folders with the number of images in each.
    func roots() throws -> [(path: String, relativePath: String?, count: Int)] {
        let relative = names.value("relativePathFromCatalog", of: "AgLibraryRootFolder", as: "R", named: "relativePath")
        return try database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT R.absolutePath AS path, \(relative), COUNT(*) AS count FROM AgLibraryRootFolder R
                    JOIN AgLibraryFolder D ON D.rootFolder = R.id_local JOIN AgLibraryFile F ON F.folder = D.id_local
                    JOIN Adobe_images I ON I.rootFile = F.id_local
                    GROUP BY R.id_local ORDER BY R.absolutePath LIMIT \(Self.rootLimit)
                    """
            ).compactMap { row in
                row.text("path").map { ($0, row.text("relativePath"), Int(clamping: row.integer("count") ?? 0)) }
            }
        }
    }

    /// Returns the number of rows of a table, or zero if this version doesn't have it.
    func count(_ table: String, where condition: String? = nil, _ columns: [String] = []) throws -> Int {
        guard names.schema[table: table] != nil, columns.allSatisfy({ names.has($0, in: table) }) else { return 0 }
        return try database.read { database in
            try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM \(table)\(condition.map { " WHERE \($0)" } ?? "")") ?? 0
        }
    }
}
