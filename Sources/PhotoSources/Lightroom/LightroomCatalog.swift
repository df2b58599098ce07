internal import Foundation
internal import GRDB

/// The queries on one Lightroom catalogue.
struct LightroomCatalog {
    static let pageSize = 500
    /// The number of rows of other tables that a page of images can have.
    static let rowLimit = 200_000
    /// The largest XMP that is read, compressed or not.
    private static let longestMetadata = 1 << 20

    let database: ForeignDatabase
    let names: CatalogColumns
    private let pageSQL: String

    init(_ database: ForeignDatabase) throws {
        self.database = database
        names = try CatalogColumns(lightroom: database.schema)
        pageSQL = Self.pageSQL(names)
    }

    /// Returns the images after a primary key, in the order of their keys, and the key of the last row. Returns `nil`
    /// at the end.
    func page(after id: Int64) throws -> (rows: [LightroomItemRow], last: Int64)? {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: pageSQL, arguments: [id, Self.pageSize])
            guard !rows.isEmpty else { return nil }
            guard let last = rows.last?.integer("pk"), last > id else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var items: [LightroomItemRow] = []
            for row in rows {
                guard let item = LightroomItemRow(row), item.id != items.last?.id else { continue }
                items.append(item)
            }
            try addKeywords(to: &items, database)
            try addEdits(to: &items, database)
            try addTitles(to: &items, database)
            return (items, last)
        }
    }

    private static func pageSQL(_ names: CatalogColumns) -> String {
        func image(_ column: String, _ name: String) -> String {
            names.value(column, of: "Adobe_images", as: "I", named: name)
        }
        /// Returns the value of the first row of another table that belongs to the image.
        func other(_ column: String, _ table: String, _ name: String) -> String {
            guard names.has(column, "image", in: table) else { return "NULL AS \(name)" }
            return "(SELECT O.\(column) FROM \(table) O WHERE O.image = I.id_local LIMIT 1) AS \(name)"
        }
        var columns = [
            "I.id_local AS pk", "I.id_global AS uuid", image("fileFormat", "format"), image("copyName", "copyName"),
            image("captureTime", "captureTime"), image("originalCaptureTime", "originalTime"),
            image("rating", "rating"), image("pick", "pick"), image("colorLabels", "label"),
            "F.baseName AS baseName", "F.extension AS extension",
            names.value("originalFilename", of: "AgLibraryFile", as: "F", named: "originalName"),
            names.value("sidecarExtensions", of: "AgLibraryFile", as: "F", named: "sidecars"),
            "D.pathFromRoot AS path", "R.id_local AS root", "R.absolutePath AS rootPath",
            names.value("relativePathFromCatalog", of: "AgLibraryRootFolder", as: "R", named: "relativeRootPath"),
            other("caption", "AgLibraryIPTC", "caption"), other("copyright", "AgLibraryIPTC", "copyright"),
            other("altTextAccessibility", "AgLibraryIPTC", "alternativeText"),
            other("extDescrAccessibility", "AgLibraryIPTC", "extendedText"),
            other("hasGPS", "AgHarvestedExifMetadata", "hasPlace"),
            other("gpsLatitude", "AgHarvestedExifMetadata", "latitude"),
            other("gpsLongitude", "AgHarvestedExifMetadata", "longitude"),
            other("trim_start", "AgVideoInfo", "trimStart"), other("trim_end", "AgVideoInfo", "trimEnd"),
        ]
        columns.append(masterColumn(names))
        columns.append(importColumn(names))
        columns.append(placeNameColumn(names))
        return """
            SELECT \(columns.joined(separator: ", ")) FROM Adobe_images I
            LEFT JOIN AgLibraryFile F ON F.id_local = I.rootFile
            LEFT JOIN AgLibraryFolder D ON D.id_local = F.folder
            LEFT JOIN AgLibraryRootFolder R ON R.id_local = D.rootFolder
            WHERE I.id_local > ? ORDER BY I.id_local LIMIT ?
            """
    }

    /// A virtual copy has the file of its master, which is no virtual copy itself.
    static func masterColumn(_ names: CatalogColumns) -> String {
        guard names.has("masterImage", in: "Adobe_images") else { return "NULL AS master" }
        return """
            (SELECT M.id_global FROM Adobe_images M WHERE M.id_local = I.masterImage AND M.rootFile = I.rootFile
            AND M.masterImage IS NULL AND M.id_local <> I.id_local LIMIT 1) AS master
            """
    }

    private static func importColumn(_ names: CatalogColumns) -> String {
        guard names.has("image", "import", in: "AgLibraryImportImage"),
            names.has("id_local", "importDate", in: "AgLibraryImport")
        else { return "NULL AS importDate" }
        return """
            (SELECT P.importDate FROM AgLibraryImportImage L JOIN AgLibraryImport P ON P.id_local = L.import
            WHERE L.image = I.id_local LIMIT 1) AS importDate
            """
    }

    private static func placeNameColumn(_ names: CatalogColumns) -> String {
        let columns = ["cityRef", "countryRef", "locationRef", "stateRef"]
            .filter { names.has($0, "image", in: "AgHarvestedIptcMetadata") }
        guard !columns.isEmpty else { return "NULL AS hasPlaceName" }
        let condition = columns.map { "O.\($0) IS NOT NULL" }.joined(separator: " OR ")
        return """
            EXISTS (SELECT 1 FROM AgHarvestedIptcMetadata O WHERE O.image = I.id_local AND (\(condition)))
            AS hasPlaceName
            """
    }
}

extension LightroomCatalog {
    private func fetch(_ database: Database, _ sql: String) throws -> [Row] {
        let rows = try Row.fetchAll(database, sql: sql + " LIMIT \(Self.rowLimit + 1)")
        guard rows.count <= Self.rowLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        return rows
    }

    private func list(_ items: [LightroomItemRow]) -> String { items.map { String($0.id) }.joined(separator: ",") }

    private func addKeywords(to items: inout [LightroomItemRow], _ database: Database) throws {
        guard names.has("image", "tag", in: "AgLibraryKeywordImage") else { return }
        let rows = try fetch(
            database,
            """
            SELECT image AS owner, tag AS keyword FROM AgLibraryKeywordImage WHERE image IN (\(list(items)))
            ORDER BY image, tag
            """)
        var keywords: [Int64: [Int64]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let keyword = row.integer("keyword"),
                keywords[owner]?.last != keyword
            else { continue }
            keywords[owner, default: []].append(keyword)
        }
        for index in items.indices { items[index].keywords = keywords[items[index].id] ?? [] }
    }

    private func addEdits(to items: inout [LightroomItemRow], _ database: Database) throws {
        var edited: Set<Int64> = []
        for table in ["Adobe_imageDevelopSettings", "AgHarvestedDevelopMetadata"] {
            for column in ["hasDevelopAdjustments", "hasDevelopAdjustmentsEx"]
            where names.has(column, "image", in: table) {
                let rows = try fetch(
                    database,
                    """
                    SELECT DISTINCT image AS owner FROM \(table)
                    WHERE image IN (\(list(items))) AND typeof(\(column)) IN ('integer', 'real') AND \(column) > 0
                    """)
                edited.formUnion(rows.compactMap { $0.integer("owner") })
            }
        }
        for index in items.indices { items[index].isEdited = edited.contains(items[index].id) }
    }

    /// Reads the titles of images, which only the XMP has. Keeps no more than one XMP in memory.
    private func addTitles(to items: inout [LightroomItemRow], _ database: Database) throws {
        guard names.has("image", "xmp", in: "Adobe_AdditionalMetadata") else { return }
        // The size is compared in SQLite, so that a huge XMP isn't read.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT image AS owner, xmp FROM Adobe_AdditionalMetadata
                WHERE image IN (\(list(items))) AND length(CAST(xmp AS BLOB)) BETWEEN 1 AND \(Self.longestMetadata)
                LIMIT \(Self.rowLimit)
                """)
        var titles: [Int64: String] = [:]
        while let row = try rows.next() {
            guard let owner = row.integer("owner"), titles[owner] == nil else { continue }
            titles[owner] = row.data("xmp").flatMap { LightroomMetadata.title(in: $0) }
        }
        for index in items.indices { items[index].title = titles[items[index].id] }
    }
}
