internal import Foundation
internal import GRDB
internal import Records

/// The queries on one `photos.db`.
struct LegacyCatalog {
    private static let rowLimit = 200_000

    let database: ForeignDatabase
    let names: LegacyCatalogSchema
    private let readsPersons: Bool
    private let pageSQL: String

    init(_ database: ForeignDatabase, readsPersons: Bool) throws {
        self.database = database
        self.readsPersons = readsPersons
        names = try LegacyCatalogSchema(database.schema)
        pageSQL = Self.pageSQL(names)
    }

    /// Returns the items after a primary key, in the order of their keys, and the key of the last row. Returns `nil` at
    /// the end.
    func page(after id: Int64) throws -> (rows: [LegacyItemRow], last: Int64)? {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: pageSQL, arguments: [id, PhotosCatalog.pageSize])
            guard !rows.isEmpty else { return nil }
            guard let last = rows.last?.integer("pk"), last > id else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var items: [LegacyItemRow] = []
            for row in rows {
                guard let item = LegacyItemRow(row), item.id != items.last?.id else { continue }
                items.append(item)
            }
            try addTexts(to: &items, database)
            try addResources(to: &items, database)
            try addAdjustments(to: &items, database)
            return (items, last)
        }
    }

    private static func pageSQL(_ names: LegacyCatalogSchema) -> String {
        func version(_ column: String, _ name: String) -> String {
            names.column(column, of: "RKVersion", as: "V", named: name)
        }
        let hasVolumes = names.has(["modelId", "name"], in: "RKVolume") && names.has(["volumeId"], in: "RKMaster")
        func master(_ alias: String) -> [String] {
            [
                "\(alias).modelId AS \(alias)id", "\(alias).imagePath AS \(alias)path",
                "\(alias).originalFileName AS \(alias)name",
                names.column("fileName", of: "RKMaster", as: alias, named: "\(alias)fileName"),
                "\(alias).isMissing AS \(alias)missing", "\(alias).fileIsReference AS \(alias)referenced",
                hasVolumes
                    ? "(SELECT name FROM RKVolume WHERE modelId = \(alias).volumeId) AS \(alias)volume"
                    : "NULL AS \(alias)volume",
            ]
        }
        let columns =
            [
                "V.modelId AS pk", version("uuid", "uuid"), version("name", "title"),
                version("extendedDescription", "caption"), version("fileName", "fileName"),
                version("imageDate", "date"), version("imageTimeZoneOffsetSeconds", "offset"),
                version("createDate", "created"), version("isFavorite", "favorite"), version("isHidden", "hidden"),
                version("isInTrash", "trashed"), version("inTrashDate", "trashedDate"),
                version("mainRating", "rating"), version("latitude", "latitude"), version("longitude", "longitude"),
                version("type", "type"), version("specialType", "special"), version("subType", "subtype"),
                version("hasAdjustments", "adjusted"), version("adjustmentUuid", "adjustment"),
                version("burstUuid", "burst"), version("burstPickType", "burstPick"),
                version("selfPortrait", "selfie"), version("playbackStyle", "playbackStyle"),
                version("videoCpVisibilityState", "videoVisibility"),
                names.column("imageDate", of: "RKMaster", as: "M", named: "fileDate"),
            ] + master("M") + master("W") + master("N")
        func join(_ alias: String, _ column: String) -> String {
            let value = names.has([column], in: "RKVersion") ? "V.\(column)" : "NULL"
            return "LEFT JOIN RKMaster \(alias) ON \(alias).uuid = \(value)"
        }
        return """
            SELECT \(columns.joined(separator: ", ")) FROM RKVersion V \(join("M", "masterUuid"))
            \(join("W", "rawMasterUuid")) \(join("N", "nonRawMasterUuid"))
            WHERE V.modelId > ? ORDER BY V.modelId LIMIT ?
            """
    }
}

extension LegacyCatalog {
    private func fetch(_ database: Database, _ sql: String) throws -> [Row] {
        let rows = try Row.fetchAll(database, sql: sql + " LIMIT \(Self.rowLimit + 1)")
        guard rows.count <= Self.rowLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        return rows
    }

    private func list(_ ids: some Sequence<Int64>) -> String { ids.map(String.init).joined(separator: ",") }

    private func addTexts(to items: inout [LegacyItemRow], _ database: Database) throws {
        let ids = list(items.map(\.id))
        let keywords = try fetch(
            database,
            """
            SELECT L.versionId AS owner, K.name AS title FROM RKKeywordForVersion L
            JOIN RKKeyword K ON K.modelId = L.keywordId WHERE L.versionId IN (\(ids)) ORDER BY owner, title
            """)
        let texts = PhotosCatalog.texts(keywords)
        for index in items.indices { items[index].keywords = texts[items[index].id] ?? [] }
        guard readsPersons, let persons = personTables else { return }
        let names = PhotosCatalog.texts(
            try fetch(
                database,
                """
                SELECT F.imageModelId AS owner, P.name AS title FROM RKFace F JOIN RKPerson P ON P.modelId = F.personId
                WHERE F.imageModelId IN (\(ids)) \(persons) ORDER BY owner, title
                """))
        for index in items.indices { items[index].persons = names[items[index].id] ?? [] }
    }

    /// The condition for faces that count, or `nil` if there are no faces.
    private var personTables: String? {
        guard names.has(["modelId", "name"], in: "RKPerson"), names.has(["imageModelId", "personId"], in: "RKFace")
        else { return nil }
        return ["hidden", "isInTrash"].filter { names.has([$0], in: "RKFace") }
            .map { "AND (F.\($0) IS NULL OR F.\($0) = 0)" }.joined(separator: " ")
    }

    private func addResources(to items: inout [LegacyItemRow], _ database: Database) throws {
        guard names.has(["modelId", "attachedModelId", "attachedModelType", "resourceType"], in: "RKModelResource")
        else { return }
        let tag = names.column("resourceTag", of: "RKModelResource", as: "R", named: "tag")
        let kind = names.column("UTI", of: "RKModelResource", as: "R", named: "kind")
        let masters = items.filter { $0.isLive }.compactMap { $0.master?.id }
        let rows = try fetch(
            database,
            """
            SELECT R.modelId AS pk, R.attachedModelId AS owner, R.attachedModelType AS ownerType,
            R.resourceType AS type, \(tag), \(kind) FROM RKModelResource R
            WHERE (R.attachedModelType = 2 AND R.attachedModelId IN (\(list(items.map(\.id)))))
            OR (R.attachedModelType = 1 AND R.attachedModelId IN (\(list(masters)))) ORDER BY pk
            """)
        var resources: [Int64: [LegacyItemRow.Resource]] = [:]
        var masterResources: [Int64: [LegacyItemRow.Resource]] = [:]
        for row in rows {
            guard let id = row.integer("pk"), id >= 0, let owner = row.integer("owner") else { continue }
            let isOfMaster = row.integer("ownerType") == 1
            let resource = LegacyItemRow.Resource(
                id: id, type: row.integer("type") ?? -1, tag: row.text("tag"),
                isVideo: row.text("kind") == "com.apple.quicktime-movie", isOfMaster: isOfMaster)
            if isOfMaster {
                masterResources[owner, default: []].append(resource)
            } else {
                resources[owner, default: []].append(resource)
            }
        }
        for index in items.indices {
            let ofMaster = items[index].isLive ? items[index].master.flatMap { masterResources[$0.id] } : nil
            items[index].resources = (resources[items[index].id] ?? []) + (ofMaster ?? [])
        }
    }

    private func addAdjustments(to items: inout [LegacyItemRow], _ database: Database) throws {
        guard names.has(["versionId", "uuid", "format", "formatVersion", "data"], in: "RKAdjustmentData") else {
            return
        }
        // The size is compared in SQLite, so that a huge recipe isn't read.
        let rows = try fetch(
            database,
            """
            SELECT J.versionId AS owner, J.uuid AS uuid, J.format AS format, J.formatVersion AS version,
            CASE WHEN length(J.data) <= \(AdjustmentData.byteLimit) THEN J.data END AS data
            FROM RKAdjustmentData J WHERE J.versionId IN (\(list(items.filter { $0.row.isTrue("adjusted") }.map(\.id))))
            ORDER BY J.modelId
            """)
        var adjustments: [Int64: [LegacyItemRow.Adjustment]] = [:]
        for row in rows {
            guard let owner = row.integer("owner") else { continue }
            var adjustment = LegacyItemRow.Adjustment(uuid: row.text("uuid"))
            if let format = ForeignValue.text(row.text("format")), let version = row.text("version"),
                let data = row.data("data")
            {
                adjustment.recipe = SourceEdit.Recipe(formatIdentifier: format, formatVersion: version, data: data)
            }
            adjustments[owner, default: []].append(adjustment)
        }
        for index in items.indices { items[index].adjustments = adjustments[items[index].id] ?? [] }
    }

    /// Returns the named persons and the number of items that each is in, sorted by name.
    func personCounts() throws -> [(name: String, count: Int)] {
        guard let condition = personTables else { return [] }
        return try database.read { database in
            let rows = try fetch(
                database,
                """
                SELECT P.name AS name, COUNT(DISTINCT F.imageModelId) AS count
                FROM RKPerson P LEFT JOIN RKFace F ON F.personId = P.modelId \(condition)
                WHERE P.name <> '' GROUP BY P.name ORDER BY P.name
                """)
            return rows.compactMap { row in
                ForeignValue.text(row.text("name")).map { ($0, Int(clamping: row.integer("count") ?? 0)) }
            }
        }
    }
}
