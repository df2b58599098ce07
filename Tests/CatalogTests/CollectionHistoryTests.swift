import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// History records the membership with each change, so that an observer can find out how an album changed (§7).
@Suite struct CollectionHistoryTests {
    let temporary: TemporaryCatalog
    let album: Int64
    let assets: [Int64]

    init() throws {
        temporary = try TemporaryCatalog()
        album = try temporary.catalog.write(author: "test") { try $0.insert(CollectionRecord.sample("Album")) }
        assets = try temporary.add(1_000)
    }

    @Test("a created, changed and deleted collection has its images before and after")
    func aCollectionThatIsMadeChangedAndDeletedLeavesItsImages() throws {
        try change { try $0.update(collection: album) { $0.title = "New" } }
        try change { try $0.delete(collection: album) }
        let titles = try temporary.catalog.read { reader in
            try Row.fetchAll(
                reader.database, sql: "SELECT isAfter, title FROM collectionImage ORDER BY changeId, isAfter"
            )
            .map { "\($0[0] as Int) \($0[1] as String)" }
        }
        #expect(titles == ["1 Album", "0 Album", "1 New", "0 New"])
    }

    @Test("assets appended one after another are stored as a range")
    func whatIsAppendedOneBehindTheOtherIsARange() throws {
        try change { try $0.append(assets: assets, toAlbum: album) }
        #expect(try rows("SELECT firstAssetId, lastAssetId, firstPosition FROM albumMemberRange") == [[1, 1_000, 0]])
        #expect(try rows("SELECT count(*) FROM albumMemberImage") == [[0]])
    }

    @Test("removed and moved members have images of their former position")
    func membersThatLeaveAndMoveKeepWhereTheyWere() throws {
        try change { try $0.append(assets: Array(assets[..<3]), toAlbum: album) }
        try change { transaction in
            try transaction.remove(assets: [assets[0]], fromAlbum: album)
            try transaction.place(assets: [assets[2]], inAlbum: album, after: nil)
        }
        let images = try rows("SELECT assetId, isAfter FROM albumMemberImage ORDER BY assetId, isAfter")
        #expect(images == [[1, 0], [3, 0], [3, 1]])
    }

    @Test("a member added and removed in one change leaves no trace")
    func aMemberThatComesAndGoesInOneChangeLeavesNothing() throws {
        try change { transaction in
            try transaction.append(assets: Array(assets[..<3]), toAlbum: album)
            try transaction.remove(assets: [assets[1]], fromAlbum: album)
        }
        let images = try rows("SELECT assetId, isAfter FROM albumMemberImage ORDER BY assetId, isAfter")
        #expect(images == [[1, 1], [3, 1]])
        #expect(try rows("SELECT count(*) FROM albumMemberRange") == [[0]])
    }

    @Test("a purged member leaves its position and its tombstone")
    func aPurgedMemberLeavesItsPlaceAndItsTombstone() throws {
        try change { try $0.append(assets: Array(assets[..<2]), toAlbum: album) }
        try change { transaction in
            let asset = try #require(try transaction.reader.assets(withIdentifiers: [assets[0]])[assets[0]])
            #expect(try transaction.purge(asset) == [])
        }
        #expect(try rows("SELECT assetId, isAfter FROM albumMemberImage") == [[1, 0]])
        #expect(try rows("SELECT id, isAfter FROM assetImage") == [[1, 0]])
        #expect(try rows("SELECT assetId FROM tombstone") == [[1]])
    }

    private func change(_ body: (CatalogTransaction) throws -> Void) throws {
        try temporary.catalog.write(author: "test", body)
    }

    private func rows(_ sql: String) throws -> [[Int64]] {
        try temporary.catalog.read { reader in
            try Row.fetchAll(reader.database, sql: sql).map { row in
                row.databaseValues.compactMap(Int64.fromDatabaseValue)
            }
        }
    }
}
