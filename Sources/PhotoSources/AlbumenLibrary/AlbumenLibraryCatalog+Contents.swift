internal import Foundation
internal import GRDB

extension AlbumenLibraryCatalog {
    private static let collectionLimit = 1_000_000
    private static let memberLimit = 20_000_000
    private static let duplicateLimit = 1_000_000
    private static let migrationLimit = 10_000

    /// Returns the number of the last migration, or `nil` if the catalog doesn't say.
    func migration() throws -> Int? {
        guard names.has("identifier", in: "grdb_migrations") else { return nil }
        return try database.read { database in
            try Row.fetchAll(
                database, sql: "SELECT M.identifier AS identifier FROM grdb_migrations M LIMIT \(Self.migrationLimit)")
        }.compactMap { row in
            row.text("identifier").flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
        }.max()
    }

    func itemCount() throws -> Int {
        let row = try database.read {
            try Row.fetchOne($0, sql: "SELECT COUNT(DISTINCT id) AS count FROM asset WHERE typeof(id) = 'integer'")
        }
        return Int(clamping: row?.integer("count") ?? 0)
    }

    /// Returns the assets whose UUID an asset before them has. Only a damaged catalog has such.
    ///
    /// - Complexity: O(*n* log *n*) for *n* assets.
    func repeatedItems() throws -> Set<Int64> {
        try database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT A.id AS id FROM asset A JOIN
                    (SELECT upper(uuid) AS name, MIN(id) AS first FROM asset WHERE typeof(id) = 'integer'
                    GROUP BY upper(uuid) HAVING COUNT(DISTINCT id) > 1) B
                    ON upper(A.uuid) = B.name WHERE A.id > B.first AND typeof(A.id) = 'integer'
                    LIMIT \(Self.duplicateLimit + 1)
                    """)
            guard rows.count <= Self.duplicateLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            return Set(rows.compactMap { $0.integer("id") })
        }
    }

    /// Returns the albums and folders with their members, and what can't be brought over of them.
    ///
    /// The albums of imports have no place among the user's albums, and stay behind.
    ///
    /// - Complexity: O(*n* log *n*) for *n* members.
    func collections() throws -> (
        collections: [SourceCollection], differences: [(name: String, difference: SourceDifference)]
    ) {
        guard names.has("id", "uuid", "kind", "title", "parentId", "position", in: "collection") else {
            return ([], [])
        }
        return try database.read { database in
            var covers: [Int64: String] = [:]
            var members = try members(database, &covers)
            var albums = AlbumenLibraryAlbums()
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT C.id AS id, C.uuid AS uuid, C.kind AS kind, C.title AS title, C.parentId AS parent,
                    C.position AS position, \(names.value("description", of: "collection", as: "C"))
                    FROM collection C ORDER BY C.position, C.id LIMIT \(Self.collectionLimit + 1)
                    """)
            guard rows.count <= Self.collectionLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            for row in rows {
                guard let id = row.integer("id") else { continue }
                albums.add(row, id: id, members: members.removeValue(forKey: id) ?? [], cover: covers[id])
            }
            return (albums.collections(), albums.differences)
        }
    }

    /// Returns the identifiers of the members of each album in its order, and sets the covers that are members.
    private func members(_ database: Database, _ covers: inout [Int64: String]) throws -> [Int64: [String]] {
        guard names.has("assetId", "collectionId", "position", in: "albumMember") else { return [:] }
        let hasCovers = names.has("coverId", in: "collection")
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT M.collectionId AS album, A.id AS id, A.uuid AS uuid,
                \(hasCovers ? "C.coverId AS cover" : "NULL AS cover")
                FROM albumMember M JOIN asset A ON A.id = M.assetId
                \(hasCovers ? "LEFT JOIN collection C ON C.id = M.collectionId" : "")
                ORDER BY M.collectionId, M.position, M.assetId
                """)
        var members: [Int64: [String]] = [:]
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard count <= Self.memberLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            guard let album = row.integer("album"), let id = row.integer("id") else { continue }
            let identifier = AlbumenItemRow.identifier(uuid: row.text("uuid"), id: id, of: "asset")
            members[album, default: []].append(identifier)
            if row.integer("cover") == id { covers[album] = identifier }
        }
        return members
    }
}
