internal import Foundation
internal import GRDB

/// The queries on one `photo.db`.
struct ShotwellCatalog {
    static let pageSize = 500
    private static let needed = ["PhotoTable": ["id", "filename"]]
    private static let optional = [
        "BackingPhotoTable", "EventTable", "FaceLocationTable", "FaceTable", "SavedSearchDBTable", "TagTable",
        "VersionTable", "VideoTable",
    ]

    let database: ForeignDatabase
    let names: CatalogColumns
    private let photoSQL: String
    private let videoSQL: String?

    init(_ database: ForeignDatabase) throws {
        self.database = database
        names = try CatalogColumns(database.schema, needed: Self.needed, optional: Self.optional)
        photoSQL = Self.pageSQL("PhotoTable", names)
        videoSQL = names.has("id", "filename", in: "VideoTable") ? Self.pageSQL("VideoTable", names) : nil
    }

    var hasVideos: Bool { videoSQL != nil }

    /// Returns the photos or videos from a key on, in the order of their keys, and the key of the last row. Returns
    /// `nil` at the end.
    func page(from id: Int64, ofVideos isVideo: Bool) throws -> (rows: [ShotwellItemRow], last: Int64)? {
        guard let sql = isVideo ? videoSQL : photoSQL else { return nil }
        return try database.read { database in
            let rows = try Row.fetchAll(database, sql: sql, arguments: [id, Self.pageSize])
            guard !rows.isEmpty else { return nil }
            guard let last = rows.last?.integer("id"), last >= id else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            var items: [ShotwellItemRow] = []
            for row in rows {
                guard let item = ShotwellItemRow(row, isVideo: isVideo), item.id != items.last?.id else { continue }
                items.append(item)
            }
            return (items, last)
        }
    }

    private static func pageSQL(_ table: String, _ names: CatalogColumns) -> String {
        func value(_ column: String, _ name: String) -> String { names.value(column, of: table, as: "I", named: name) }
        var joins: [String] = []
        func backing(_ column: String, _ alias: String, _ name: String) -> String {
            guard names.has(column, in: table), names.has("id", "filepath", in: "BackingPhotoTable") else {
                return "NULL AS \(name)"
            }
            joins.append("LEFT JOIN BackingPhotoTable \(alias) ON \(alias).id = I.\(column)")
            return "\(alias).filepath AS \(name)"
        }
        let edited = backing("editable_id", "E", "editedPath")
        let hasEditDates = edited.hasPrefix("E.") && names.has("timestamp", in: "BackingPhotoTable")
        let columns = [
            "I.id AS id", "I.filename AS filename", value("exposure_time", "date"), value("time_created", "created"),
            value("flags", "flags"), value("rating", "rating"), value("title", "title"), value("comment", "comment"),
            value("transformations", "transformations"), value("orientation", "orientation"),
            value("original_orientation", "originalOrientation"), value("developer", "developer"),
            value("has_gps", "hasPlace"), value("gps_lat", "latitude"), value("gps_lon", "longitude"), edited,
            hasEditDates ? "E.timestamp AS editDate" : "NULL AS editDate",
            backing("develop_camera_id", "C", "cameraPath"), backing("develop_shotwell_id", "S", "shotwellPath"),
            backing("develop_embedded_id", "B", "embeddedPath"),
        ]
        return """
            SELECT \(columns.joined(separator: ", ")) FROM \(table) I \(joins.joined(separator: " "))
            WHERE I.id >= ? AND typeof(I.id) = 'integer' ORDER BY I.id LIMIT ?
            """
    }
}
