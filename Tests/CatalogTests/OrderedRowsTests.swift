import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

@Suite struct OrderedRowsTests {
    let temporary: TemporaryCatalog
    let album: Int64

    init() throws {
        temporary = try TemporaryCatalog()
        album = try temporary.catalog.write(author: "test") { try $0.insert(CollectionRecord.sample("Album")) }
    }

    @Test("new members have the requested position")
    func newcomersStandWhereTheyArePut() throws {
        let assets = try temporary.add(6)
        try change { try $0.append(assets: Array(assets[0..<3]), toAlbum: album) }
        try change { try $0.place(assets: [assets[3]], inAlbum: album, after: nil) }
        try change { try $0.place(assets: [assets[4], assets[5]], inAlbum: album, after: assets[0]) }
        #expect(try members() == [assets[3], assets[0], assets[4], assets[5], assets[1], assets[2]])
        try change { try $0.place(assets: [assets[2], assets[3]], inAlbum: album, after: assets[5]) }
        #expect(try members() == [assets[0], assets[4], assets[5], assets[2], assets[3], assets[1]])
    }

    /// A gap of 2³² has room for 32 of these insertions.
    @Test("a full gap is widened by moving its neighbours")
    func aGapThatIsUsedUpMakesRoomAmongItsNeighbours() throws {
        let assets = try temporary.add(400)
        try change { try $0.append(assets: Array(assets[0..<200]), toAlbum: album) }
        for asset in assets[200...] { try change { try $0.place(assets: [asset], inAlbum: album, after: assets[0]) } }
        #expect(try members() == [assets[0]] + assets[200...].reversed() + assets[1..<200])
        #expect(Set(try positions()).count == 400)
        // The other end hasn't changed.
        #expect(try positions().suffix(100) == (100..<200).map { $0 * OrderedRows.distance })
    }

    @Test("many members fit in a narrow gap")
    func manyAtOnceFitIntoANarrowGap() throws {
        let assets = try temporary.add(1_002)
        try change { try $0.append(assets: [assets[0], assets[1]], toAlbum: album) }
        try temporary.catalog.write(author: "test") { transaction in
            try transaction.database.execute(
                sql: "UPDATE albumMember SET position = 1 WHERE assetId = ?", arguments: [assets[1]])
        }
        try change { try $0.place(assets: Array(assets[2...]), inAlbum: album, after: assets[0]) }
        #expect(try members() == [assets[0]] + assets[2...] + [assets[1]])
        #expect(zip(try positions(), try positions().dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("positions never overflow", arguments: [Int64.max - 3, Int64.min + 3])
    func positionsNeverOverflow(position: Int64) throws {
        let assets = try temporary.add(6)
        try change { try $0.append(assets: [assets[0]], toAlbum: album) }
        try temporary.catalog.write(author: "test") { transaction in
            try transaction.database.execute(sql: "UPDATE albumMember SET position = ?", arguments: [position])
        }
        try change { try $0.append(assets: [assets[1], assets[2]], toAlbum: album) }
        try change { try $0.place(assets: [assets[3], assets[4]], inAlbum: album, after: nil) }
        #expect(try members() == [assets[3], assets[4], assets[0], assets[1], assets[2]])
    }

    @Test("the visible members are counted")
    func whatIsShownIsCounted() throws {
        let assets = try temporary.add(4)
        try change { transaction in
            try transaction.update(asset: assets[0]) { $0.isHidden = true }
            try transaction.append(assets: assets, toAlbum: album)
        }
        #expect(try shownCount() == 3)
        try change { try $0.update(asset: assets[1]) { $0.trashedDate = Date() } }
        #expect(try shownCount() == 2)
        try change { try $0.update(asset: assets[0]) { $0.isHidden = false } }
        #expect(try shownCount() == 3)
        try change { try $0.remove(assets: [assets[0], assets[1]], fromAlbum: album) }
        #expect(try shownCount() == 2)
        try change { _ = try $0.purge($0.reader.assets(withIdentifiers: [assets[2]])[assets[2]]!) }
        #expect(try shownCount() == 1)
        #expect(try members() == [assets[3]])
    }

    private func change(_ body: (CatalogTransaction) throws -> Void) throws {
        try temporary.catalog.write(author: "test", body)
    }

    private func members() throws -> [Int64] {
        var query = AssetQuery()
        (query.source, query.hidden) = (.album(album), .included)
        return try temporary.catalog.read { try $0.assetIdentifiers(matching: query) }
    }

    private func positions() throws -> [Int64] {
        try temporary.catalog.read { reader in
            try Int64.fetchAll(reader.database, sql: "SELECT position FROM albumMember ORDER BY position")
        }
    }

    private func shownCount() throws -> Int {
        try #require(try temporary.catalog.read { try $0.collections(withIdentifiers: [album]).first }).shownCount
    }
}

extension CollectionRecord {
    static func sample(_ title: String) -> CollectionRecord {
        CollectionRecord(
            uuid: UUID().uuidString, kind: .album, subtype: .albumRegular, title: title, position: 0,
            creationDate: Date(timeIntervalSinceReferenceDate: 0), creator: "test")
    }
}
