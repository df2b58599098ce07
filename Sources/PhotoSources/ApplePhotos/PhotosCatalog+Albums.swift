internal import GRDB

extension PhotosCatalog {
    /// The values of `ZKIND`.
    private enum AlbumKind {
        static let album: Int64 = 2
        static let folder: Int64 = 4_000
        static let root: Int64 = 3_999
        static let projectRoot: Int64 = 3_998
        static let shared: Int64 = 1_505
        static let smart: Int64 = 1_507
        static let project: Int64 = 1_508
    }

    private static let albumLimit = 1_000_000
    private static let memberLimit = 20_000_000

    /// Returns the albums and folders with their members, and the smart albums.
    func albums(
        _ options: ApplePhotosOptions
    ) throws -> (collections: [SourceCollection], smartAlbums: [(name: String, difference: SourceDifference)]) {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: albumSQL)
            guard rows.count <= Self.albumLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            var nodes: [AppleAlbums.Node] = []
            var smartAlbums: [(name: String, difference: SourceDifference)] = []
            var roots: Set<String> = []
            var memberCount = 0
            for row in rows {
                guard let id = row.integer("pk"), let kind = row.integer("kind") else { continue }
                switch kind {
                case AlbumKind.root, AlbumKind.projectRoot: roots.insert(String(id))
                case AlbumKind.smart where !row.isTrue("trashed"):
                    let count = row.integer("count").map { "\($0) items" }
                    smartAlbums.append(
                        (
                            ForeignValue.text(row.text("title")) ?? "Smart album",
                            SourceDifference(.smartAlbums, .unsupported, detail: count)
                        ))
                default: break
                }
                guard let node = try node(row, id: id, kind: kind, options, database) else { continue }
                memberCount += node.collection.members.count
                guard memberCount <= Self.memberLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                nodes.append(node)
            }
            return (AppleAlbums.arrange(nodes) { roots.contains($0) }, smartAlbums)
        }
    }

    private var albumSQL: String {
        func column(_ column: String, _ name: String) -> String {
            names.column(column, of: PhotosCatalogSchema.albums, as: "G", named: name)
        }
        let columns = [
            column("Z_PK", "pk"), column("ZKIND", "kind"), column("ZTITLE", "title"), column("ZUUID", "uuid"),
            column("ZPARENTFOLDER", "parent"), column("Z_FOK_PARENTFOLDER", "position"),
            column("ZCUSTOMSORTKEY", "sortKey"), column("ZCUSTOMSORTASCENDING", "ascending"),
            column("ZTRASHEDSTATE", "trashed"), column("ZCUSTOMKEYASSET", "cover"),
            column("ZCACHEDCOUNT", "count"),
        ].joined(separator: ", ")
        let kinds = [
            AlbumKind.album, AlbumKind.folder, AlbumKind.root, AlbumKind.projectRoot, AlbumKind.shared,
            AlbumKind.smart, AlbumKind.project,
        ].map(String.init).joined(separator: ",")
        return """
            SELECT \(columns) FROM \(PhotosCatalogSchema.albums) G WHERE G.ZKIND IN (\(kinds))
            ORDER BY G.Z_PK LIMIT \(Self.albumLimit + 1)
            """
    }

    private func node(
        _ row: Row, id: Int64, kind: Int64, _ options: ApplePhotosOptions, _ database: Database
    ) throws -> AppleAlbums.Node? {
        let isFolder = kind == AlbumKind.folder
        guard isFolder || [AlbumKind.album, AlbumKind.shared, AlbumKind.project].contains(kind),
            let uuid = row.text("uuid"), !uuid.isEmpty, uuid.utf8.count <= 200
        else { return nil }
        var collection = SourceCollection(
            identifier: uuid, kind: isFolder ? .folder : .album, title: ForeignValue.text(row.text("title")) ?? "")
        if kind == AlbumKind.shared, !options.bringsShared { collection.exclusion = .shared }
        if kind == AlbumKind.project, !options.bringsProjects { collection.exclusion = .notAsked }
        if !isFolder {
            collection.members = try members(of: id, row, database)
            collection.cover = try row.integer("cover").flatMap { try itemIdentifier($0, database) }
        }
        return AppleAlbums.Node(
            id: String(id), parent: row.integer("parent").map(String.init),
            order: row.number("position") ?? .infinity, isTrashed: row.isTrue("trashed"), collection: collection)
    }

    /// Returns the identifiers of an album's items in the order that Photos shows.
    private func members(of album: Int64, _ row: Row, _ database: Database) throws -> [String] {
        let members = names.members
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT A.ZUUID AS uuid, A.ZDATECREATED AS date, X.ZTITLE AS title
                FROM "\(members.table)" M JOIN "\(names.assets)" A ON A.Z_PK = M."\(members.asset)"
                LEFT JOIN \(PhotosCatalogSchema.attributes) X ON X.ZASSET = A.Z_PK
                WHERE M."\(members.album)" = ? ORDER BY M."\(members.order)", A.Z_PK LIMIT \(Self.memberLimit + 1)
                """, arguments: [album])
        let key: AppleAlbums.SortKey =
            switch row.integer("sortKey") {
            case 1: .date
            case 5: .title
            default: .byHand
            }
        return AppleAlbums.sorted(rows, by: key, isAscending: row.integer("ascending") != 0)
    }

    private func itemIdentifier(_ id: Int64, _ database: Database) throws -> String? {
        try Row.fetchOne(
            database, sql: "SELECT ZUUID AS uuid FROM \"\(names.assets)\" WHERE Z_PK = ?", arguments: [id])?
            .text("uuid")
    }
}
