import Foundation
import GRDB

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Four assets in memory, each named by one letter, to find out which ones a predicate matches.
struct PredicateAssetTable {
    static let photo = "AAAAAAAA-0000-4000-8000-000000000001"
    static let live = "BBBBBBBB-0000-4000-8000-000000000002"
    static let video = "CCCCCCCC-0000-4000-8000-000000000003"
    static let undated = "DDDDDDDD-0000-4000-8000-000000000004"

    private let queue: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { AssetFilter.TextMatch.register(in: $0) }
        let queue = try DatabaseQueue(configuration: configuration)
        try CatalogSchema.migrator.migrate(queue)
        try queue.write { database in
            try Self.insert(Self.photo, ["creationDate": 100.0, "modificationDate": 150.0], in: database)
            try Self.insert(
                Self.live,
                [
                    "mediaSubtypes": 8, "creationDate": 200.0, "modificationDate": 200.0, "isFavorite": true,
                    "latitude": 47.5, "pixelWidth": 300, "pixelHeight": 300,
                ], in: database)
            try Self.insert(
                Self.video,
                [
                    "mediaType": 2, "mediaSubtypes": 131_072, "duration": 30.0, "creationDate": 300.0,
                    "isHidden": true, "sourceType": 4,
                ], in: database)
            try Self.insert(
                Self.undated, ["mediaSubtypes": 4, "burstIdentifier": "Burst-É", "representsBurst": true], in: database)
        }
        self.queue = queue
    }

    private static func insert(
        _ uuid: String, _ values: [String: any DatabaseValueConvertible], in database: Database
    ) throws {
        let defaults: [String: any DatabaseValueConvertible] = [
            "uuid": uuid, "mediaType": 1, "mediaSubtypes": 0, "playbackStyle": 1, "pixelWidth": 4032,
            "pixelHeight": 3024, "duration": 0.0, "addedDate": 400.0, "isFavorite": false, "isHidden": false,
            "representsBurst": false, "burstSelectionTypes": 0, "sourceType": 1, "isRAW": false,
            "isSelfPortrait": false,
        ]
        var row = defaults.merging(values) { $1 }
        row["isShown"] = row["isHidden"] as? Bool == false && row["sourceType"] as? Int == 1
        let columns = row.keys.sorted()
        try database.execute(
            sql: """
                INSERT INTO asset (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { ":\($0)" }.joined(separator: ", ")))
                """, arguments: StatementArguments(row))
    }

    /// Returns the first letters of the matching rows, in alphabetical order.
    func answer(_ predicate: PhotoLibrary.Predicate) throws -> String {
        let sql = try predicate.assetFilter().sql(alias: "asset")
        return try queue.read { database in
            try String.fetchAll(
                database, sql: "SELECT substr(uuid, 1, 1) FROM asset WHERE \(sql.text) ORDER BY uuid",
                arguments: sql.arguments)
        }.joined()
    }
}
