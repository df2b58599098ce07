internal import Foundation
internal import GRDB
internal import Records

/// The queries on the `catalog.sqlite` of another library.
///
/// All catalogs since the first version have the needed tables and columns. Tables and columns of later migrations are
/// optional.
struct AlbumenLibraryCatalog {
    /// The number of the last migration of the catalogs that this version knows. `CatalogSchema` has the migrations.
    static let latestMigration = 32
    static let pageSize = 500
    /// The rows of files that belong to a page of assets.
    static let rowLimit = 500_000
    private static let needed = [
        "asset": [
            "id", "uuid", "mediaType", "creationDate", "addedDate", "latitude", "longitude", "isFavorite", "isHidden",
            "trashedDate",
        ],
        "assetMetadata": ["assetId", "title", "caption", "keywords", "rating"],
        "resource": ["id", "assetId", "type", "sha256", "fileSize", "originalFilename", "uniformTypeIdentifier"],
    ]
    private static let optional = ["albumMember", "collection", "grdb_migrations", "placement", "unadjustedAsset"]
    /// The columns of `asset` that are read if the catalog has them. Only some of them are as old as the table.
    private static let optionalColumns = [
        "adjustmentTimestamp", "altitude", "burstIdentifier", "burstSelectionTypes", "dateSource",
        "horizontalAccuracy", "isSelfPortrait", "isVideoPlaybackOff", "mediaSubtypes", "movement", "originalChoice",
        "userEdits", "utcOffset",
    ]

    let database: ForeignDatabase
    let names: CatalogColumns
    private let pageSQL: String

    init(_ database: ForeignDatabase) throws {
        self.database = database
        names = try CatalogColumns(database.schema, needed: Self.needed, optional: Self.optional)
        pageSQL = Self.pageSQL(names)
    }

    /// Returns the assets from an identifier on, in the order of their identifiers, and the identifier of the last row.
    /// Returns `nil` at the end.
    func page(from id: Int64) throws -> (rows: [AlbumenItemRow], last: Int64)? {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: pageSQL, arguments: [id, Self.pageSize])
            guard !rows.isEmpty else { return nil }
            guard let last = rows.last?.integer("id"), last >= id else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var items: [AlbumenItemRow] = []
            for row in rows {
                guard let item = AlbumenItemRow(row), item.id != items.last?.id else { continue }
                items.append(item)
            }
            try addResources(to: &items, database)
            return (items, last)
        }
    }

    private static func pageSQL(_ names: CatalogColumns) -> String {
        let hasOriginals = names.has("assetId", in: "unadjustedAsset")
        let columns =
            (needed["asset"] ?? []).map { "I.\($0) AS \($0)" }
            + optionalColumns.map { names.value($0, of: "asset", as: "I") }
            + ["title", "caption", "keywords", "rating"].map { "N.\($0) AS \($0)" }
            + [
                hasOriginals
                    ? names.value("mediaSubtypes", of: "unadjustedAsset", as: "U", named: "originalSubtypes")
                    : "NULL AS originalSubtypes"
            ]
        return """
            SELECT \(columns.joined(separator: ", ")) FROM asset I LEFT JOIN assetMetadata N ON N.assetId = I.id
            \(hasOriginals ? "LEFT JOIN unadjustedAsset U ON U.assetId = I.id" : "")
            WHERE I.id >= ? AND typeof(I.id) = 'integer' ORDER BY I.id LIMIT ?
            """
    }

    private func addResources(to items: inout [AlbumenItemRow], _ database: Database) throws {
        let hasPlacements = names.has("sha256", "state", in: "placement")
        let hasContainers = names.has("containerSha256", "containerOffset", in: "resource")
        let columns = [
            "R.assetId AS owner", "R.type AS type", "R.sha256 AS digest", "R.fileSize AS size",
            "R.originalFilename AS name", "R.uniformTypeIdentifier AS uniformType",
            names.value("containerSha256", of: "resource", as: "R"),
            names.value("containerOffset", of: "resource", as: "R"),
            hasPlacements ? "P.state AS state" : "NULL AS state",
            hasPlacements && hasContainers ? "Q.state AS containerState" : "NULL AS containerState",
        ]
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT \(columns.joined(separator: ", ")) FROM resource R
                \(hasPlacements ? "LEFT JOIN placement P ON P.sha256 = R.sha256" : "")
                \(hasPlacements && hasContainers ? "LEFT JOIN placement Q ON Q.sha256 = R.containerSha256" : "")
                WHERE R.assetId IN (\(items.map { String($0.id) }.joined(separator: ",")))
                ORDER BY R.assetId, R.id LIMIT \(Self.rowLimit + 1)
                """)
        guard rows.count <= Self.rowLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        var files: [Int64: [AlbumenItemRow.File]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let file = AlbumenItemRow.File(row) else { continue }
            files[owner, default: []].append(file)
        }
        for index in items.indices { items[index].files = files[items[index].id] ?? [] }
    }
}
