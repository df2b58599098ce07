import Foundation
import GRDB

/// The rows of a catalog that its history records, and the result of replaying that history.
struct ReplayedCatalog: Equatable {
    /// History that doesn't match the rows.
    struct Contradiction: Error, CustomStringConvertible {
        let description: String
    }

    /// The distance between members that are appended one after another.
    private static let distance: Int64 = 1 << 32
    private static let collectionColumns =
        "uuid, kind, subtype, title, parentId, position, creationDate, modificationDate, creator, description, coverId"

    struct Membership: Hashable {
        var collection: Int64
        var asset: Int64
    }

    private(set) var assets: [Int64: [DatabaseValue]] = [:]
    private(set) var collections: [Int64: [DatabaseValue]] = [:]
    private(set) var members: [Membership: Int64] = [:]

    struct Choice: Hashable {
        var client: String
        var asset: Int64
    }

    /// The assets that are chosen for clients.
    private(set) var chosen: Set<Choice> = []
    /// The collections that clients with limited access see.
    private(set) var visible: Set<Choice> = []

    /// - Parameter file: A catalog, which is only read.
    init(of file: URL) throws {
        try Self.read(file) { database in
            let columns = try Self.assetColumns(database)
            assets = try Self.rows(database, "SELECT id, \(columns) FROM asset")
            collections = try Self.rows(database, "SELECT id, \(Self.collectionColumns) FROM collection")
            for row in try Row.fetchAll(database, sql: "SELECT collectionId, assetId, position FROM albumMember") {
                members[Membership(collection: row[0], asset: row[1])] = row[2]
            }
            chosen = try Self.choices(database, "SELECT client, assetId FROM grants")
            visible = try Self.choices(database, "SELECT client, collectionId FROM visibleCollection")
        }
    }

    /// Replays the catalog's changes after a change.
    mutating func replay(_ file: URL, after change: Int64) throws {
        try Self.read(file) { database in
            for number in try Int64.fetchAll(
                database, sql: "SELECT id FROM change WHERE id > ? ORDER BY id", arguments: [change])
            {
                try replayAssets(of: number, database)
                try replayMembers(of: number, database)
                try replayCollections(of: number, database)
                try replayChoices(of: number, database)
            }
        }
    }

    private mutating func replayChoices(of change: Int64, _ database: Database) throws {
        for (table, column, path) in [
            ("grantImage", "assetId, isGranted", \Self.chosen),
            ("visibilityImage", "collectionId, isVisible", \Self.visible),
        ] {
            let images = try Row.fetchAll(
                database, sql: "SELECT client, \(column) FROM \(table) WHERE changeId = ?", arguments: [change])
            for image in images {
                let choice = Choice(client: image[0], asset: image[1])
                let isThere: Bool = image[2]
                guard self[keyPath: path].contains(choice) != isThere else {
                    throw Contradiction(description: "change \(change): \(choice) in \(table) was \(isThere)")
                }
                if isThere { self[keyPath: path].insert(choice) } else { self[keyPath: path].remove(choice) }
            }
        }
        // A purge removes the asset's choices.
        chosen = chosen.filter { assets[$0.asset] != nil }
    }

    private static func choices(_ database: Database, _ sql: String) throws -> Set<Choice> {
        Set(try Row.fetchAll(database, sql: sql).map { Choice(client: $0[0], asset: $0[1]) })
    }

    private mutating func replayAssets(of change: Int64, _ database: Database) throws {
        let columns = try Self.assetColumns(database)
        let ranges = try Row.fetchAll(
            database, sql: "SELECT firstAssetId, lastAssetId FROM createdRange WHERE changeId = ?", arguments: [change])
        for range in ranges {
            for asset in (range[0] as Int64)...(range[1] as Int64) {
                // The asset before its first later change, or its current row.
                let first = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT \(columns) FROM assetImage WHERE id = ? AND changeId > ? AND isAfter = 0
                        ORDER BY changeId LIMIT 1
                        """, arguments: [asset, change])
                let row =
                    try first
                    ?? Row.fetchOne(database, sql: "SELECT \(columns) FROM asset WHERE id = ?", arguments: [asset])
                guard let row else { throw Contradiction(description: "change \(change): asset \(asset) is nowhere") }
                assets[asset] = Array(row.databaseValues)
            }
        }
        try Self.replayImages(of: change, in: "assetImage", columns: columns, into: &assets, database)
    }

    private mutating func replayCollections(of change: Int64, _ database: Database) throws {
        let before = Set(collections.keys)
        try Self.replayImages(
            of: change, in: "collectionImage", columns: Self.collectionColumns, into: &collections, database)
        let gone = before.subtracting(collections.keys)
        members = members.filter { !gone.contains($0.key.collection) }
    }

    private mutating func replayMembers(of change: Int64, _ database: Database) throws {
        let images = try Row.fetchAll(
            database,
            sql: """
                SELECT collectionId, assetId, isAfter, position FROM albumMemberImage WHERE changeId = ?
                ORDER BY collectionId, assetId, isAfter
                """, arguments: [change])
        for image in images {
            let membership = Membership(collection: image[0], asset: image[1])
            if image[2] == 0 {
                guard members.removeValue(forKey: membership) == image[3] else {
                    throw Contradiction(description: "change \(change): \(membership) was not there")
                }
            } else {
                members[membership] = image[3]
            }
        }
        let ranges = try Row.fetchAll(
            database,
            sql: """
                SELECT collectionId, firstAssetId, lastAssetId, firstPosition FROM albumMemberRange WHERE changeId = ?
                """, arguments: [change])
        for range in ranges {
            let (first, last, position): (Int64, Int64, Int64) = (range[1], range[2], range[3])
            for asset in first...last {
                members[Membership(collection: range[0], asset: asset)] = position + (asset - first) * Self.distance
            }
        }
    }

    /// Replays images of rows. The image before must match the current row, otherwise the history is wrong.
    private static func replayImages(
        of change: Int64, in table: String, columns: String, into rows: inout [Int64: [DatabaseValue]],
        _ database: Database
    ) throws {
        let images = try Row.fetchAll(
            database, sql: "SELECT id, isAfter, \(columns) FROM \(table) WHERE changeId = ? ORDER BY id, isAfter",
            arguments: [change])
        for image in images {
            let identifier: Int64 = image[0]
            let values = Array(image.databaseValues.dropFirst(2))
            if image[1] == 0 {
                let present = rows.removeValue(forKey: identifier)
                guard present == values else {
                    throw Contradiction(
                        description: "change \(change): \(table) \(identifier) was \(present ?? []), not \(values)")
                }
            } else {
                rows[identifier] = values
            }
        }
    }

    /// The columns that the history records.
    private static func assetColumns(_ database: Database) throws -> String {
        try database.columns(in: "assetImage").map(\.name).filter { !["changeId", "id", "isAfter"].contains($0) }
            .joined(separator: ", ")
    }

    private static func rows(_ database: Database, _ sql: String) throws -> [Int64: [DatabaseValue]] {
        var rows: [Int64: [DatabaseValue]] = [:]
        for row in try Row.fetchAll(database, sql: sql) { rows[row[0]] = Array(row.databaseValues.dropFirst()) }
        return rows
    }

    private static func read(_ file: URL, _ body: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.read(body)
        try queue.close()
    }
}
