internal import Foundation
internal import GRDB

extension DigiKamCatalog {
    private static let listLimit = 200_000

    /// Returns the identity of the catalogue, which stays the same in copies.
    func identifier() throws -> String? {
        try database.read { database in
            try Row.fetchOne(
                database, sql: "SELECT value FROM Settings WHERE keyword = 'databaseUUID' AND value <> ''"
            ).flatMap { ForeignValue.text($0.text("value")) }
        }
    }

    /// Returns the version of the schema, such as 16.
    func version() throws -> String? {
        try database.read { database in
            try Row.fetchOne(database, sql: "SELECT value FROM Settings WHERE keyword = 'DBVersion'")
                .flatMap { ForeignValue.text($0.text("value")) }
        }.map { String($0.prefix(20)) }
    }

    func itemCount() throws -> Int {
        try count("SELECT COUNT(DISTINCT I.id) FROM Images I WHERE \(Self.isItem)")
    }

    /// Returns the number of rows of removed items.
    func removedCount() throws -> Int { try count("SELECT COUNT(*) FROM Images I WHERE I.status = 4") }

    /// Returns the number of boxes around faces.
    func faceCount() throws -> Int {
        guard names.has("property", in: "ImageTagProperties") else { return 0 }
        return try count("SELECT COUNT(*) FROM ImageTagProperties WHERE property = 'tagRegion'")
    }

    private func count(_ sql: String) throws -> Int {
        try database.read { Int(clamping: try Int64.fetchOne($0, sql: sql) ?? 0) }
    }

    func roots() throws -> [DigiKamRoot] {
        try list(
            """
            SELECT R.id AS id, R.identifier AS identifier, \(names.value("label", of: "AlbumRoots", as: "R")),
            \(names.value("specificPath", of: "AlbumRoots", as: "R")) FROM AlbumRoots R ORDER BY R.id
            """
        ).compactMap { row in
            guard let id = row.integer("id") else { return nil }
            return DigiKamRoot(
                id: id, label: row.text("label"), identifier: row.text("identifier") ?? "",
                specificPath: row.text("specificPath") ?? "/")
        }
    }

    /// Returns the number of items below each root.
    func itemCounts() throws -> [Int64: Int] {
        let rows = try list(
            """
            SELECT A.albumRoot AS root, COUNT(*) AS count FROM Images I JOIN Albums A ON A.id = I.album
            WHERE \(Self.isItem) GROUP BY A.albumRoot
            """)
        return Dictionary(
            rows.compactMap { row in row.integer("root").map { ($0, Int(clamping: row.integer("count") ?? 0)) } }
        ) { first, _ in first }
    }

    func tags() throws -> DigiKamTags {
        guard names.has("id", "pid", "name", in: "Tags") else { return DigiKamTags(KeywordTree([:]), properties: [:]) }
        var nodes: [Int64: KeywordTree.Node] = [:]
        for row in try list("SELECT T.id AS id, T.pid AS pid, T.name AS name FROM Tags T") {
            guard let id = row.integer("id") else { continue }
            nodes[id] = KeywordTree.Node(name: row.text("name") ?? "", parent: row.integer("pid"))
        }
        var properties: [Int64: Set<String>] = [:]
        if names.has("tagid", "property", in: "TagProperties") {
            for row in try list("SELECT DISTINCT P.tagid AS tag, P.property AS property FROM TagProperties P") {
                guard let tag = row.integer("tag"), let property = row.text("property") else { continue }
                properties[tag, default: []].insert(property)
            }
        }
        return DigiKamTags(KeywordTree(nodes), properties: properties)
    }

    /// Returns the number of items of each tag.
    func tagCounts() throws -> [Int64: Int] {
        guard names.has("imageid", "tagid", in: "ImageTags") else { return [:] }
        let rows = try list(
            "SELECT T.tagid AS tag, COUNT(DISTINCT T.imageid) AS count FROM ImageTags T GROUP BY T.tagid")
        return Dictionary(
            rows.compactMap { row in row.integer("tag").map { ($0, Int(clamping: row.integer("count") ?? 0)) } }
        ) { first, _ in first }
    }

    /// Returns the names of the saved searches, sorted.
    func searches() throws -> [String] {
        guard names.has("name", in: "Searches") else { return [] }
        // Type 7 is a list of duplicates. The names of digiKam's own searches start with an underscore.
        let condition = names.has("type", in: "Searches") ? "WHERE S.type IS NOT 7" : ""
        return try list("SELECT S.name AS name FROM Searches S \(condition) ORDER BY S.name")
            .compactMap { ForeignValue.text($0.text("name")) }.filter { !$0.hasPrefix("_") }
    }

    /// Returns the items that are the RAW and the JPEG of one photo, which digiKam shows as a group.
    func pairs() throws -> DigiKamPairs {
        guard names.has("subject", "object", "type", in: "ImageRelations") else { return DigiKamPairs([]) }
        let rows = try list(
            """
            SELECT R.subject AS subject, R.object AS object, S.name AS subjectName, O.name AS objectName
            FROM ImageRelations R JOIN Images S ON S.id = R.subject JOIN Images O ON O.id = R.object
            WHERE R.type = 2 AND S.album = O.album AND S.status IN (0, 1, 2) AND O.status IN (0, 1, 2)
            ORDER BY R.object, R.subject
            """, limit: 2_000_000)
        return DigiKamPairs(
            rows.compactMap { row in
                guard let subject = row.integer("subject"), let object = row.integer("object"),
                    let subjectName = row.text("subjectName"), let objectName = row.text("objectName")
                else { return nil }
                return DigiKamPairs.Relation(
                    subject: subject, subjectName: subjectName, object: object, objectName: objectName)
            })
    }

    func list(_ sql: String, limit: Int = Self.listLimit) throws -> [Row] {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: sql + " LIMIT \(limit + 1)")
            guard rows.count <= limit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            return rows
        }
    }
}
