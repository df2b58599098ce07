internal import Foundation
internal import GRDB

/// The queries on one `digikam4.db`.
struct DigiKamCatalog {
    static let pageSize = 500
    /// The rows of one kind that belong to a page of items.
    static let rowLimit = 500_000
    private static let needed = [
        "AlbumRoots": ["id", "identifier"],
        "Albums": ["id", "albumRoot", "relativePath"],
        "Images": ["id", "album", "name", "status"],
        "Settings": ["keyword", "value"],
    ]
    private static let optional = [
        "ImageInformation", "ImageComments", "ImagePositions", "ImageRelations", "ImageTagProperties", "ImageTags",
        "Searches", "TagProperties", "Tags",
    ]
    /// The rows that are items. Removed items have rows, too.
    static let isItem = "typeof(I.id) = 'integer' AND I.status IS NOT 4"

    let database: ForeignDatabase
    let names: CatalogColumns
    private let pageSQL: String

    init(_ database: ForeignDatabase) throws {
        self.database = database
        names = try CatalogColumns(database.schema, needed: Self.needed, optional: Self.optional)
        pageSQL = Self.pageSQL(names)
    }

    /// Returns the items from an identifier on, in the order of their identifiers, and the identifier of the last row.
    /// Returns `nil` at the end.
    func page(from id: Int64) throws -> (rows: [DigiKamItemRow], last: Int64)? {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: pageSQL, arguments: [id, Self.pageSize])
            guard !rows.isEmpty else { return nil }
            guard let last = rows.last?.integer("id"), last >= id else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var items: [DigiKamItemRow] = []
            for row in rows {
                guard let item = DigiKamItemRow(row), item.id != items.last?.id else { continue }
                items.append(item)
            }
            try addComments(to: &items, database)
            try addTags(to: &items, database)
            try addRelations(to: &items, database)
            return (items, last)
        }
    }

    private static func pageSQL(_ names: CatalogColumns) -> String {
        func join(_ table: String, _ alias: String) -> String {
            names.has("imageid", in: table) ? "LEFT JOIN \(table) \(alias) ON \(alias).imageid = I.id" : ""
        }
        func value(_ column: String, of table: String, as alias: String, named name: String) -> String {
            names.has("imageid", in: table)
                ? names.value(column, of: table, as: alias, named: name) : "NULL AS \(name)"
        }
        let columns = [
            "I.id AS id", "I.name AS name", "I.status AS status", "I.album AS album",
            names.value("category", of: "Images", as: "I"), "A.albumRoot AS root", "A.relativePath AS folder",
            value("rating", of: "ImageInformation", as: "N", named: "rating"),
            value("creationDate", of: "ImageInformation", as: "N", named: "date"),
            value("latitudeNumber", of: "ImagePositions", as: "P", named: "latitude"),
            value("longitudeNumber", of: "ImagePositions", as: "P", named: "longitude"),
            value("altitude", of: "ImagePositions", as: "P", named: "altitude"),
            value("accuracy", of: "ImagePositions", as: "P", named: "accuracy"),
            value("description", of: "ImagePositions", as: "P", named: "placeName"),
        ]
        return """
            SELECT \(columns.joined(separator: ", ")) FROM Images I LEFT JOIN Albums A ON A.id = I.album
            \(join("ImageInformation", "N")) \(join("ImagePositions", "P"))
            WHERE I.id >= ? AND \(isItem) ORDER BY I.id LIMIT ?
            """
    }

    private func fetch(_ database: Database, _ sql: String) throws -> [Row] {
        let rows = try Row.fetchAll(database, sql: sql + " LIMIT \(Self.rowLimit + 1)")
        guard rows.count <= Self.rowLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
        return rows
    }

    private func list(_ items: [DigiKamItemRow]) -> String { items.map(\.identifier).joined(separator: ",") }

    private func addComments(to items: inout [DigiKamItemRow], _ database: Database) throws {
        guard names.has("imageid", "type", "comment", in: "ImageComments") else { return }
        let language = names.value("language", of: "ImageComments", as: "C")
        let order = names.has("id", in: "ImageComments") ? "C.id" : "C.rowid"
        let rows = try fetch(
            database,
            """
            SELECT C.imageid AS owner, C.type AS type, C.comment AS comment, \(language) FROM ImageComments C
            WHERE C.imageid IN (\(list(items))) ORDER BY \(order)
            """)
        var comments: [Int64: [DigiKamItemRow.Comment]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let type = row.integer("type"),
                let text = ForeignValue.text(row.text("comment"))
            else { continue }
            comments[owner, default: []].append(
                DigiKamItemRow.Comment(type: type, language: row.text("language") ?? "", text: text))
        }
        for index in items.indices { items[index].comments = comments[items[index].id] ?? [] }
    }

    private func addTags(to items: inout [DigiKamItemRow], _ database: Database) throws {
        guard names.has("imageid", "tagid", in: "ImageTags") else { return }
        let rows = try fetch(
            database,
            """
            SELECT DISTINCT T.imageid AS owner, T.tagid AS tag FROM ImageTags T
            WHERE T.imageid IN (\(list(items))) ORDER BY owner, tag
            """)
        var tags: [Int64: [Int64]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let tag = row.integer("tag") else { continue }
            tags[owner, default: []].append(tag)
        }
        for index in items.indices { items[index].tags = tags[items[index].id] ?? [] }
    }

    private func addRelations(to items: inout [DigiKamItemRow], _ database: Database) throws {
        guard names.has("subject", "object", "type", in: "ImageRelations") else { return }
        let rows = try fetch(
            database,
            """
            SELECT R.subject AS owner, R.type AS type, O.name AS name FROM ImageRelations R
            JOIN Images O ON O.id = R.object
            WHERE R.subject IN (\(list(items))) AND R.type IN (1, 2) ORDER BY owner, type, O.id
            """)
        var relations: [Int64: [DigiKamItemRow.Relation]] = [:]
        for row in rows {
            guard let owner = row.integer("owner"), let name = ForeignValue.fileName(row.text("name")) else { continue }
            relations[owner, default: []].append(
                DigiKamItemRow.Relation(isGrouped: row.integer("type") == 2, object: name))
        }
        for index in items.indices { items[index].relations = relations[items[index].id] ?? [] }
    }
}
