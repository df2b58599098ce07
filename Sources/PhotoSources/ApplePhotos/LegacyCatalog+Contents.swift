internal import Foundation
internal import GRDB

extension LegacyCatalog {
    /// The folder that contains the user's albums and folders.
    private static let topFolder = "TopLevelAlbums"
    private static let albumLimit = 200_000
    private static let duplicateLimit = 10_000

    /// Returns the identity of the library.
    func libraryIdentifier() throws -> String? {
        guard names.has(["propertyName", "propertyValue"], in: "RKAdminData") else { return nil }
        return try database.read { database in
            try Row.fetchOne(
                database,
                sql: "SELECT propertyValue AS uuid FROM RKAdminData WHERE propertyName = 'databaseUuid' LIMIT 1")
        }.flatMap { ForeignValue.text($0.text("uuid")) }
    }

    /// Returns the version of the database's format.
    func version() throws -> Int? {
        guard names.has(["keyPath", "value"], in: "LiGlobals") else { return nil }
        return try database.read { database in
            try Row.fetchOne(
                database, sql: "SELECT value AS version FROM LiGlobals WHERE keyPath = 'libraryVersion' LIMIT 1")
        }.flatMap { $0.integer("version").map { Int(clamping: $0) } ?? $0.text("version").flatMap { Int($0) } }
    }

    func itemCount() throws -> Int {
        try database.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT COUNT(DISTINCT uuid) FROM RKVersion
                    WHERE typeof(uuid) = 'text' AND uuid <> '' AND length(CAST(uuid AS BLOB)) <= 200
                    """) ?? 0
        }
    }

    /// Returns the keys of items whose identity another item with a smaller key has, too.
    func repeatedItems() throws -> Set<Int64> {
        try database.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT V.modelId AS pk FROM RKVersion V JOIN
                    (SELECT uuid, MIN(modelId) AS first FROM RKVersion GROUP BY uuid HAVING COUNT(*) > 1) B
                    ON V.uuid = B.uuid WHERE V.modelId <> B.first LIMIT \(Self.duplicateLimit + 1)
                    """)
            guard rows.count <= Self.duplicateLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            return Set(rows.compactMap { $0.integer("pk") })
        }
    }

    /// Returns the number of referenced originals of each volume.
    func referencedFileCounts() throws -> [(volume: String, count: Int)] {
        guard names.has(["modelId", "name"], in: "RKVolume"), names.has(["volumeId"], in: "RKMaster") else {
            return []
        }
        return try database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT V.name AS name, COUNT(*) AS count FROM RKMaster M JOIN RKVolume V ON V.modelId = M.volumeId
                    WHERE M.fileIsReference <> 0 GROUP BY V.name ORDER BY V.name LIMIT 10000
                    """
            ).compactMap { row in row.text("name").map { ($0, Int(clamping: row.integer("count") ?? 0)) } }
        }
    }

    /// Returns the albums and folders with their members, and the smart albums.
    func albums(
        _ options: ApplePhotosOptions
    ) throws -> (collections: [SourceCollection], smartAlbums: [(name: String, difference: SourceDifference)]) {
        try database.read { database in
            var nodes = try folders(database)
            var smartAlbums: [(name: String, difference: SourceDifference)] = []
            func column(_ column: String, _ name: String) -> String {
                names.column(column, of: "RKAlbum", as: "G", named: name)
            }
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT G.modelId AS pk, G.uuid AS uuid, G.name AS title, G.albumType AS type,
                    G.albumSubclass AS subclass, G.folderUuid AS parent, G.isInTrash AS trashed,
                    \(column("sortKeyPath", "sort")), \(column("sortAscending", "ascending")), \(Self.position("G"))
                    FROM RKAlbum G WHERE (G.isMagic IS NULL OR G.isMagic = 0) AND G.albumSubclass IN (2, 3)
                    ORDER BY G.modelId LIMIT \(Self.albumLimit + 1)
                    """)
            guard rows.count <= Self.albumLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            for row in rows {
                guard let id = row.integer("pk"), let uuid = row.text("uuid"), !uuid.isEmpty else { continue }
                let title = ForeignValue.text(row.text("title"))
                if row.integer("subclass") == 2 {
                    if !row.isTrue("trashed") {
                        smartAlbums.append((title ?? "Smart album", SourceDifference(.smartAlbums, .unsupported)))
                    }
                    continue
                }
                var album = SourceCollection(identifier: uuid, kind: .album, title: title ?? "")
                if row.integer("type") != 1, !options.bringsProjects { album.exclusion = .notAsked }
                album.members = try members(of: id, uuid, row, database)
                nodes.append(
                    AppleAlbums.Node(
                        id: uuid, parent: row.text("parent"), order: row.number("position") ?? .infinity,
                        isTrashed: row.isTrue("trashed") || row.text("parent") == "TrashFolder", collection: album))
            }
            return (AppleAlbums.arrange(nodes) { $0 == Self.topFolder }, smartAlbums)
        }
    }

    private static func position(_ alias: String) -> String {
        """
        (SELECT orderNumber FROM RKCustomSortOrder WHERE objectUuid = \(alias).uuid
        AND containerUuid = \(alias).\(alias == "G" ? "folderUuid" : "parentFolderUuid")) AS position
        """
    }

    private func folders(_ database: Database) throws -> [AppleAlbums.Node] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT F.uuid AS uuid, F.name AS title, F.parentFolderUuid AS parent, F.isInTrash AS trashed,
                \(Self.position("F")) FROM RKFolder F WHERE F.isMagic IS NULL OR F.isMagic = 0
                ORDER BY F.uuid LIMIT \(Self.albumLimit + 1)
                """)
        guard rows.count <= Self.albumLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        return rows.compactMap { row in
            guard let uuid = row.text("uuid"), !uuid.isEmpty else { return nil }
            return AppleAlbums.Node(
                id: uuid, parent: row.text("parent"), order: row.number("position") ?? .infinity,
                isTrashed: row.isTrue("trashed") || row.text("parent") == "TrashFolder",
                collection: SourceCollection(
                    identifier: uuid, kind: .folder, title: ForeignValue.text(row.text("title")) ?? ""))
        }
    }

    private func members(of id: Int64, _ uuid: String, _ row: Row, _ database: Database) throws -> [String] {
        // An order of a member can outlive the membership.
        let membership =
            names.has(["versionId", "albumId"], in: "RKAlbumVersion")
            ? "RKAlbumVersion L JOIN RKVersion V ON V.modelId = L.versionId AND L.albumId = ?"
            : "RKVersion V"
        let isListed = membership.hasPrefix("RKAlbumVersion")
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT V.uuid AS uuid, V.imageDate AS date, V.name AS title, S.orderNumber AS position
                FROM \(membership) \(isListed ? "LEFT " : "")JOIN RKCustomSortOrder S
                ON S.containerUuid = ? AND S.objectUuid = V.uuid
                ORDER BY position IS NULL, position, V.modelId LIMIT 20000000
                """, arguments: isListed ? [id, uuid] : [uuid])
        let sort = row.text("sort") ?? ""
        let key: AppleAlbums.SortKey =
            sort.hasSuffix("ImageDate") ? .date : sort.hasSuffix("VersionName") ? .title : .byHand
        return AppleAlbums.sorted(rows, by: key, isAscending: row.integer("ascending") != 0)
    }
}
