internal import Foundation
internal import GRDB

extension ShotwellCatalog {
    private static let listLimit = 200_000
    private static let faceLimit = 20_000_000
    private static let beginningLimit = 1_000

    func version() throws -> (schema: Int64, program: String?)? {
        guard names.has("schema_version", in: "VersionTable") else { return nil }
        let program = names.value("app_version", of: "VersionTable", as: "V")
        let rows = try list("SELECT V.schema_version AS schema, \(program) FROM VersionTable V ORDER BY schema DESC")
        return rows.first.flatMap { row in
            row.integer("schema").map {
                ($0, ForeignValue.text(row.text("app_version")).map { String($0.prefix(20)) })
            }
        }
    }

    /// Returns the number of photos and videos.
    func itemCount() throws -> Int {
        try tables.reduce(0) { sum, table in
            let count = try integer("SELECT COUNT(DISTINCT id) FROM \(table) WHERE typeof(id) = 'integer'")
            return sum + Int(clamping: count ?? 0)
        }
    }

    /// Returns the time of the first import, in seconds since 1970. The catalogue has no identity of its own.
    func firstImport() throws -> Int64? {
        var times: [Int64] = []
        for column in ["import_id", "time_created"] where times.isEmpty {
            for table in tables where names.has(column, in: table) {
                times += [try integer("SELECT MIN(\(column)) FROM \(table) WHERE \(column) > 0")].compactMap { $0 }
            }
        }
        return times.min()
    }

    private var tables: [String] { hasVideos ? ["PhotoTable", "VideoTable"] : ["PhotoTable"] }

    private func integer(_ sql: String) throws -> Int64? {
        try database.read { try Row.fetchOne($0, sql: sql + " LIMIT 1") }.flatMap { row in
            row.databaseValues.first.flatMap { Int64.fromDatabaseValue($0) }
        }
    }

    func tags() throws -> ShotwellTags {
        var tags = ShotwellTags()
        if names.has("name", "photo_id_list", in: "TagTable") {
            try database.read { database in
                var count = 0
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT T.name AS name, T.photo_id_list AS list FROM TagTable T ORDER BY T.name")
                while let row = try rows.next() {
                    count += 1
                    guard count <= Self.listLimit, tags.add(row.text("name") ?? "", list: row.text("list") ?? "")
                    else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                }
            }
        }
        tags.finish()
        return tags
    }

    /// Returns the named persons, sorted by name, and the photos of each. Leaves out guesses.
    func persons() throws -> ShotwellPersons {
        guard names.has("id", "name", in: "FaceTable"), names.has("face_id", "photo_id", in: "FaceLocationTable") else {
            return ShotwellPersons([])
        }
        var persons = ShotwellPersons(
            try list("SELECT F.id AS id, F.name AS name FROM FaceTable F ORDER BY F.name").compactMap { row in
                guard let id = row.integer("id"), let name = ForeignValue.text(row.text("name")) else { return nil }
                return (id, name)
            })
        let condition = names.has("guess", in: "FaceLocationTable") ? "WHERE L.guess IS NOT 1" : ""
        try database.read { database in
            var count = 0
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT DISTINCT L.photo_id AS photo, L.face_id AS face FROM FaceLocationTable L \(condition)
                    """)
            while let row = try rows.next() {
                count += 1
                guard count <= Self.faceLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
                guard let photo = row.integer("photo"), let face = row.integer("face") else { continue }
                persons.add(face, to: photo)
            }
        }
        persons.finish()
        return persons
    }

    /// Returns the number of boxes around faces.
    func faceCount() throws -> Int {
        guard names.has("photo_id", in: "FaceLocationTable") else { return 0 }
        return Int(clamping: try integer("SELECT COUNT(*) FROM FaceLocationTable") ?? 0)
    }

    func searches() throws -> [String] {
        guard names.has("name", in: "SavedSearchDBTable") else { return [] }
        return try list("SELECT S.name AS name FROM SavedSearchDBTable S ORDER BY S.name")
            .compactMap { ForeignValue.text($0.text("name")) }
    }

    /// Returns the beginnings of the paths that no folder stands for, sorted, and the number of originals of each.
    ///
    /// - Complexity: O(*n*) for *n* items.
    func missingFolders(_ folders: ShotwellFolders) throws -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for table in tables {
            try database.read { database in
                let rows = try Row.fetchCursor(database, sql: "SELECT T.filename AS filename FROM \(table) T")
                while let row = try rows.next() {
                    guard let path = row.text("filename"), path.hasPrefix("/") else { continue }
                    let beginning = ShotwellFolders.beginning(of: path)
                    if let count = counts[beginning] {
                        counts[beginning] = count + 1
                    } else if counts.count < Self.beginningLimit, !folders.isMounted(path) {
                        counts[beginning] = 1
                    }
                }
            }
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func list(_ sql: String) throws -> [Row] {
        try database.read { database in
            let rows = try Row.fetchAll(database, sql: sql + " LIMIT \(Self.listLimit + 1)")
            guard rows.count <= Self.listLimit else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            return rows
        }
    }
}
