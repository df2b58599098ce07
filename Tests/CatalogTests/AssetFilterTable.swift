import GRDB

@testable import Catalog

/// A table of assets in memory, to find out which rows a filter matches.
struct AssetFilterTable {
    struct Row {
        var name: String
        var mediaType = 1
        var mediaSubtypes = 0
        var pixelWidth = 4032
        var pixelHeight = 3024
        var duration = 0.0
        var creationDate: Double?
        var modificationDate: Double?
        var latitude: Double?
        var isFavorite = false
        var isHidden = false
        var burstIdentifier: String?
    }

    private let queue: DatabaseQueue
    private let names: [Int64: String]

    init(_ rows: [Row]) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { AssetFilter.TextMatch.register(in: $0) }
        let queue = try DatabaseQueue(configuration: configuration)
        try CatalogSchema.migrator.migrate(queue)
        names = try queue.write { database in
            var names: [Int64: String] = [:]
            for row in rows {
                try Self.insert(row, in: database)
                names[database.lastInsertedRowID] = row.name
            }
            return names
        }
        self.queue = queue
    }

    private static func insert(_ row: Row, in database: Database) throws {
        let values: [String: (any DatabaseValueConvertible)?] = [
            "uuid": row.name, "mediaType": row.mediaType, "mediaSubtypes": row.mediaSubtypes, "playbackStyle": 1,
            "pixelWidth": row.pixelWidth, "pixelHeight": row.pixelHeight, "duration": row.duration,
            "creationDate": row.creationDate, "modificationDate": row.modificationDate, "addedDate": 0.0,
            "latitude": row.latitude, "isFavorite": row.isFavorite, "isHidden": row.isHidden,
            "burstIdentifier": row.burstIdentifier, "representsBurst": false, "burstSelectionTypes": 0,
            "sourceType": 1, "isRAW": false, "isSelfPortrait": false,
            "isShown": !row.isHidden && row.burstIdentifier == nil,
        ]
        let columns = values.keys.sorted()
        // A column that a later schema adds keeps its default.
        let marks = columns.map { ":\($0)" }.joined(separator: ", ")
        try database.execute(
            sql: "INSERT INTO asset (\(columns.joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(values))
    }

    /// Returns the names of the matching rows, in alphabetical order.
    func names(_ filter: AssetFilter, alias: String? = nil) throws -> [String] {
        let sql = filter.sql(alias: alias)
        let source = alias.map { "asset AS \($0)" } ?? "asset"
        let identifiers = try queue.read { database in
            try Int64.fetchAll(
                database, sql: "SELECT id FROM \(source) WHERE \(sql.text)", arguments: sql.arguments)
        }
        return identifiers.compactMap { names[$0] }.sorted()
    }

    func plan(_ filter: AssetFilter, and condition: String = "1") throws -> String {
        let sql = filter.sql()
        return try queue.read { database in
            let rows = try GRDB.Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN SELECT id FROM asset WHERE \(sql.text) AND \(condition)",
                arguments: sql.arguments)
            return rows.map { $0["detail"] ?? "" }.joined(separator: "\n")
        }
    }
}
