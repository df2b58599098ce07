internal import Foundation
internal import GRDB

/// The queries on one `Photos.sqlite`.
struct PhotosCatalog {
    static let pageSize = 500
    /// The number of rows of other tables that a page of items can have.
    private static let rowLimit = 200_000

    let database: ForeignDatabase
    let names: PhotosCatalogSchema
    /// The SQL of a page, which is the same for all pages.
    private let pageSQL: String
    private let readsPersons: Bool

    init(_ database: ForeignDatabase, readsPersons: Bool) throws {
        self.database = database
        self.readsPersons = readsPersons
        names = try PhotosCatalogSchema(database.schema)
        pageSQL = Self.pageSQL(names)
    }

    /// Returns the identity of the library.
    func libraryIdentifier() throws -> String? {
        try database.read { database in
            ForeignValue.text(
                try Row.fetchOne(database, sql: "SELECT Z_UUID AS uuid FROM Z_METADATA LIMIT 1")?.text("uuid"))
        }
    }

    /// Returns the property list that tells the model's version.
    static func metadata(_ database: ForeignDatabase) throws -> Data? {
        guard database.schema.has("Z_PLIST", in: "Z_METADATA") else { return nil }
        return try database.read { database in
            try Row.fetchOne(database, sql: "SELECT Z_PLIST AS list FROM Z_METADATA LIMIT 1")?.data("list")
        }
    }

    /// Returns the items after a primary key, in the order of their keys, and the key of the last row. Returns `nil` at
    /// the end.
    func page(after id: Int64) throws -> (rows: [PhotosAssetRow], last: Int64)? {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: pageSQL, arguments: [id, Self.pageSize])
            guard !rows.isEmpty else { return nil }
            guard let last = rows.last?.integer("pk"), last > id else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var items: [PhotosAssetRow] = []
            // A damaged catalogue can have several rows of attributes for an item. The first one counts.
            for row in rows {
                guard let item = PhotosAssetRow(row), item.id != items.last?.id else { continue }
                items.append(item)
            }
            try addKeywords(to: &items, database)
            try addPersons(to: &items, database)
            try addResources(to: &items, database)
            return (items, last)
        }
    }

    private static func pageSQL(_ names: PhotosCatalogSchema) -> String {
        let assets = names.assets
        let extended = names.has("ZASSET", in: "ZEXTENDEDATTRIBUTES")
        let adjustments =
            names.has("Z_PK", in: "ZUNMANAGEDADJUSTMENT")
            && names.has("ZUNMANAGEDADJUSTMENT", in: PhotosCatalogSchema.attributes)
        func asset(_ column: String, _ name: String) -> String {
            names.column(column, of: assets, as: "A", named: name)
        }
        func attribute(_ column: String, _ name: String) -> String {
            names.column(column, of: PhotosCatalogSchema.attributes, as: "X", named: name)
        }
        var columns = [
            "A.Z_PK AS pk", "X.Z_PK AS attributes", "D.ZLONGDESCRIPTION AS caption",
            asset("ZUUID", "uuid"), asset("ZDIRECTORY", "directory"), asset("ZFILENAME", "fileName"),
            asset("ZKIND", "kind"), asset("ZKINDSUBTYPE", "subtype"), asset("ZPLAYBACKSTYLE", "playbackStyle"),
            asset("ZPLAYBACKVARIATION", "playbackVariation"), asset("ZVIDEOCPVISIBILITYSTATE", "videoVisibility"),
            asset("ZSAVEDASSETTYPE", "savedType"), asset("ZTRASHEDSTATE", "trashedState"),
            asset("ZTRASHEDDATE", "trashedDate"), asset("ZBUNDLESCOPE", "bundleScope"),
            asset("ZCLOUDBATCHPUBLISHDATE", "publishDate"), asset("ZDATECREATED", "date"),
            asset("ZADDEDDATE", "addedDate"), asset("ZLATITUDE", "latitude"), asset("ZLONGITUDE", "longitude"),
            asset("ZFAVORITE", "favorite"), asset("ZHIDDEN", "hidden"), asset(names.adjusted, "adjusted"),
            asset("ZADJUSTMENTTIMESTAMP", "adjustmentDate"), asset("ZAVALANCHEUUID", "burst"),
            asset("ZAVALANCHEPICKTYPE", "burstPick"), asset("ZSPATIALTYPE", "spatial"),
            asset("ZHDRTYPE", "hdr"), asset("ZCUSTOMRENDEREDVALUE", "customRendered"),
            asset("ZDEPTHTYPE", "depthType"), asset("ZDEPTHSTATES", "depthStates"),
            attribute("ZORIGINALFILENAME", "originalName"), attribute("ZTIMEZONEOFFSET", "offset"),
            attribute("ZTITLE", "title"), attribute("ZEXIFTIMESTAMPSTRING", "exifDate"),
            attribute("ZGPSHORIZONTALACCURACY", "accuracy"), attribute("ZORIGINALRESOURCECHOICE", "choice"),
            attribute("ZCAMERACAPTUREDEVICE", "captureDevice"),
            attribute("ZSYNDICATIONIDENTIFIER", "syndicationIdentifier"),
            attribute("ZSYNDICATIONHISTORY", "syndicationHistory"),
        ]
        var joins = """
            "\(assets)" A LEFT JOIN \(PhotosCatalogSchema.attributes) X ON X.ZASSET = A.Z_PK
            LEFT JOIN ZASSETDESCRIPTION D ON D.Z_PK = X.ZASSETDESCRIPTION
            """
        if extended {
            columns.append(names.column("ZDATECREATED", of: "ZEXTENDEDATTRIBUTES", as: "E", named: "fileDate"))
            columns.append(names.column("ZTIMEZONEOFFSET", of: "ZEXTENDEDATTRIBUTES", as: "E", named: "fileOffset"))
            joins += " LEFT JOIN ZEXTENDEDATTRIBUTES E ON E.ZASSET = A.Z_PK"
        }
        if adjustments {
            columns.append(
                names.column(
                    "ZADJUSTMENTFORMATIDENTIFIER", of: "ZUNMANAGEDADJUSTMENT", as: "U", named: "adjustmentFormat"))
            joins += " LEFT JOIN ZUNMANAGEDADJUSTMENT U ON U.Z_PK = X.ZUNMANAGEDADJUSTMENT"
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(joins) WHERE A.Z_PK > ? ORDER BY A.Z_PK LIMIT ?"
    }
}

extension PhotosCatalog {
    /// Fetches rows, but no more than a page of items can have.
    private func fetch(_ database: Database, _ sql: String) throws -> [Row] {
        let rows = try Row.fetchAll(database, sql: sql + " LIMIT \(Self.rowLimit + 1)")
        guard rows.count <= Self.rowLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        return rows
    }

    /// Returns integers for SQL. They contain nothing but digits.
    private func list(_ ids: some Sequence<Int64>) -> String { ids.map(String.init).joined(separator: ",") }

    private func addKeywords(to items: inout [PhotosAssetRow], _ database: Database) throws {
        let links = names.keywordLinks
        let rows = try fetch(
            database,
            """
            SELECT L."\(links.attributes)" AS owner, K.ZTITLE AS title
            FROM "\(links.table)" L JOIN ZKEYWORD K ON K.Z_PK = L."\(links.keyword)"
            WHERE L."\(links.attributes)" IN (\(list(items.compactMap(\.attributes))))
            ORDER BY owner, title
            """)
        let keywords = Self.texts(rows)
        for index in items.indices { items[index].keywords = items[index].attributes.flatMap { keywords[$0] } ?? [] }
    }

    private func addPersons(to items: inout [PhotosAssetRow], _ database: Database) throws {
        guard readsPersons, let faces = names.faceColumns else { return }
        let rows = try fetch(
            database,
            """
            SELECT F.\(faces.asset) AS owner, F.\(faces.person) AS person FROM ZDETECTEDFACE F
            WHERE F.\(faces.asset) IN (\(list(items.map(\.id)))) \(faces.condition) ORDER BY owner, F.Z_PK
            """)
        guard !rows.isEmpty else { return }
        let persons = try persons(database)
        var named: [Int64: [String]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let person = row.integer("person"),
                let name = persons[person], named[owner]?.contains(name) != true
            else { continue }
            named[owner, default: []].append(name)
        }
        for index in items.indices { items[index].persons = named[items[index].id] ?? [] }
    }

    private func addResources(to items: inout [PhotosAssetRow], _ database: Database) throws {
        func column(_ column: String, _ name: String) -> String {
            names.column(column, of: PhotosCatalogSchema.resources, as: "R", named: name)
        }
        let columns = [
            column("ZASSET", "owner"), column("Z_PK", "pk"), column("ZRESOURCETYPE", "type"),
            column("ZDATASTORESUBTYPE", "subtype"), column("ZVERSION", "version"), column("ZRECIPEID", "recipe"),
            column("ZLOCALAVAILABILITY", "here"), column("ZREMOTEAVAILABILITY", "cloud"),
            column("ZFILESYSTEMVOLUME", "volume"),
        ].joined(separator: ", ")
        let rows = try fetch(
            database,
            """
            SELECT \(columns) FROM \(PhotosCatalogSchema.resources) R
            WHERE R.ZASSET IN (\(list(items.map(\.id)))) ORDER BY owner, pk
            """)
        var resources: [Int64: [PhotosAssetRow.Resource]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let id = row.integer("pk"), let type = row.integer("type")
            else { continue }
            resources[owner, default: []].append(
                PhotosAssetRow.Resource(
                    id: id, type: type, subtype: row.integer("subtype") ?? -1, version: row.integer("version") ?? 0,
                    recipe: row.integer("recipe"), isHere: row.integer("here") == 1,
                    isInCloud: row.integer("cloud") == 1, volume: row.integer("volume")))
        }
        for index in items.indices { items[index].resources = resources[items[index].id] ?? [] }
        try addVolumePaths(to: &items, database)
    }

    private func addVolumePaths(to items: inout [PhotosAssetRow], _ database: Database) throws {
        guard names.has("ZRESOURCE", in: "ZFILESYSTEMBOOKMARK"),
            names.has("ZPATHRELATIVETOVOLUME", in: "ZFILESYSTEMBOOKMARK")
        else { return }
        let referenced = items.filter(\.isReferenced).flatMap { $0.resources.map(\.id) }
        guard !referenced.isEmpty else { return }
        let rows = try fetch(
            database,
            """
            SELECT ZRESOURCE AS owner, ZPATHRELATIVETOVOLUME AS path FROM ZFILESYSTEMBOOKMARK
            WHERE ZRESOURCE IN (\(list(referenced)))
            """)
        var paths: [Int64: String] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let path = row.text("path") else { continue }
            paths[owner] = path
        }
        for item in items.indices where items[item].isReferenced {
            for index in items[item].resources.indices {
                items[item].resources[index].volumePath = paths[items[item].resources[index].id]
            }
        }
    }

    /// Returns the distinct texts of each owner, in their order.
    static func texts(_ rows: [Row]) -> [Int64: [String]] {
        var texts: [Int64: [String]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let text = ForeignValue.text(row.text("title")),
                texts[owner]?.contains(text) != true
            else { continue }
            texts[owner, default: []].append(text)
        }
        return texts
    }
}
