import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

@Suite struct HistoryTests {
    let temporary: TemporaryCatalog
    var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test("any number of creations is stored as one range")
    func creationsAreRanges() throws {
        let identifiers = try temporary.add(1_000)
        let ranges = try rows("SELECT firstAssetId, lastAssetId FROM createdRange")
        #expect(ranges == [[identifiers[0], identifiers[999]]])
        #expect(try rows("SELECT count(*) FROM assetImage") == [[0]])
    }

    @Test("any number of commits takes the same stack")
    func handlersStayTheSame() throws {
        let depth = StackDepth()
        catalog.onCommit { _ in depth.note() }
        for _ in 0..<200 { try temporary.add(1) }
        #expect(depth.count == 200)
        // The handler runs on the writer's queue.
        #expect(depth.growthInBytes < 1_000)
    }

    @Test("an update stores the row before and after, with the columns that filters and sorts use")
    func updatesKeepImages() throws {
        let identifier = try temporary.add(1)[0]
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: identifier) { $0.isHidden = true }
            try transaction.update(asset: identifier) { $0.isFavorite = true }
        }
        let images = try rows("SELECT isAfter, isHidden, isFavorite FROM assetImage ORDER BY isAfter")
        #expect(images == [[0, 0, 0], [1, 1, 1]])
    }

    @Test("a row inserted and changed in one transaction has no images")
    func creationHidesUpdate() throws {
        try catalog.write(author: "test") { transaction in
            let identifier = try transaction.insert(AssetRecord.sample())
            try transaction.update(asset: identifier) { $0.isHidden = true }
        }
        #expect(try rows("SELECT count(*) FROM assetImage") == [[0]])
        #expect(try rows("SELECT count(*) FROM change") == [[1]])
    }

    @Test("a transaction that changes nothing leaves no trace, even if it sets the current status")
    func noChangeNoTrace() throws {
        let identifier = try temporary.add(1)[0]
        try catalog.write(author: "test") {
            try $0.setGrantedStatus(.authorized, client: "app", accessLevel: .readWrite)
        }
        let before = try rows("SELECT count(*) FROM change")
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: identifier) { _ in }
            try transaction.setGrantedStatus(.authorized, client: "app", accessLevel: .readWrite)
        }
        #expect(try rows("SELECT count(*) FROM change") == before)
    }

    @Test("a failed transaction changes neither rows nor history")
    func failureLeavesNothing() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try catalog.write(author: "test") { transaction in
                _ = try transaction.insert(AssetRecord.sample())
                throw Refusal()
            }
        }
        #expect(try rows("SELECT count(*) FROM asset") == [[0]])
        #expect(try rows("SELECT count(*) FROM change") == [[0]])
    }

    @Test("identifiers of deleted rows aren't reused")
    func rowidsAreNotReused() throws {
        let first = try temporary.add(1)[0]
        try catalog.write(author: "test") { transaction in
            try transaction.database.execute(sql: "DELETE FROM asset")
        }
        #expect(try temporary.add(1)[0] > first)
    }

    @Test("one filter works for current rows and for the history")
    func filterRunsOverHistory() throws {
        let identifier = try temporary.add(1)[0]
        try catalog.write(author: "test") { try $0.update(asset: identifier) { $0.isFavorite = true } }
        let filter = AssetFilter.comparison(.column(.isFavorite), .equal, .integer(1)).sql(alias: "image")
        let found = try catalog.read { reader in
            try Int.fetchAll(
                reader.database, sql: "SELECT isAfter FROM assetImage AS image WHERE \(filter.text)",
                arguments: StatementArguments(
                    filter.values.map { value in
                        if case .integer(let number) = value { number } else { 0 }
                    }))
        }
        #expect(found == [1])
    }

    private func rows(_ sql: String) throws -> [[Int64]] {
        try catalog.read { reader in
            try Row.fetchAll(reader.database, sql: sql).map { row in
                row.databaseValues.compactMap(Int64.fromDatabaseValue)
            }
        }
    }
}
