internal import Foundation
internal import GRDB

extension PhotosCatalog {
    private static let duplicateLimit = 10_000

    /// Counts the items that have an identity.
    func itemCount() throws -> Int {
        try database.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT COUNT(DISTINCT ZUUID) FROM "\(names.assets)"
                    WHERE typeof(ZUUID) = 'text' AND ZUUID <> '' AND length(CAST(ZUUID AS BLOB)) <= 200
                    """) ?? 0
        }
    }

    /// Returns the keys of items whose identity another item with a smaller key has, too.
    func repeatedItems() throws -> Set<Int64> {
        try database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT A.Z_PK AS pk FROM "\(names.assets)" A JOIN
                    (SELECT ZUUID, MIN(Z_PK) AS first FROM "\(names.assets)" GROUP BY ZUUID HAVING COUNT(*) > 1) B
                    ON A.ZUUID = B.ZUUID WHERE A.Z_PK <> B.first LIMIT \(Self.duplicateLimit + 1)
                    """)
            guard rows.count <= Self.duplicateLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            return Set(rows.compactMap { $0.integer("pk") })
        }
    }

    /// Returns the names of the volumes of referenced files, by their keys.
    func volumes() throws -> [Int64: String] {
        guard names.has("ZNAME", in: "ZFILESYSTEMVOLUME"), names.has("Z_PK", in: "ZFILESYSTEMVOLUME") else {
            return [:]
        }
        return try database.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT Z_PK AS pk, ZNAME AS name FROM ZFILESYSTEMVOLUME LIMIT 10000")
            var volumes: [Int64: String] = [:]
            for row in rows {
                guard let id = row.integer("pk"), let name = row.text("name") else { continue }
                volumes[id] = name
            }
            return volumes
        }
    }

    /// Returns the number of referenced originals of each volume, by the volumes' keys.
    func referencedFileCounts() throws -> [Int64: Int] {
        guard names.has("ZFILESYSTEMVOLUME", in: PhotosCatalogSchema.resources) else { return [:] }
        return try database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT ZFILESYSTEMVOLUME AS volume, COUNT(*) AS count FROM \(PhotosCatalogSchema.resources)
                    WHERE ZFILESYSTEMVOLUME IS NOT NULL AND ZVERSION = 0 GROUP BY ZFILESYSTEMVOLUME LIMIT 10000
                    """)
            var counts: [Int64: Int] = [:]
            for row in rows {
                guard let volume = row.integer("volume") else { continue }
                counts[volume] = Int(clamping: row.integer("count") ?? 0)
            }
            return counts
        }
    }

    /// Returns the names of the files and the identities of the items whose originals are in a folder.
    func files(in directory: String) throws -> (names: Set<String>, uuids: Set<String>) {
        try database.read { database in
            var files: Set<String> = []
            var uuids: Set<String> = []
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT ZFILENAME AS name, ZUUID AS uuid FROM \"\(names.assets)\" WHERE ZDIRECTORY = ?",
                arguments: [directory])
            while let row = try rows.next() {
                if let name = row.text("name") { files.insert(name) }
                if let uuid = row.text("uuid") { uuids.insert(uuid) }
            }
            return (files, uuids)
        }
    }
}
