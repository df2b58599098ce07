import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// History distinguishes changes of an asset's photo or video from changes of its metadata (§7.2.1).
@Suite struct ContentChangeHistoryTests {
    let temporary: TemporaryCatalog
    private var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test(
        "a new visible resource changes an existing asset's content",
        arguments: [(1, true), (2, true), (3, false), (4, false), (5, true), (6, true), (7, false), (8, false)]
            + [(9, true), (10, true), (11, false), (12, false)])
    func aResourceThatIsSeenChangesAnAssetThatWasThere(type: Int, isContent: Bool) throws {
        let asset = try temporary.add(1)[0]
        try catalog.write(author: "test") { try $0.insert(.sample(ResourceType(rawValue: type)), intoAsset: asset) }
        #expect(try contentChanges() == (isContent ? [[2, asset]] : []))
        // An update of the asset's row is in the history.
        #expect(try integers("SELECT count(*) FROM assetImage") == [[isContent ? 2 : 0]])
    }

    @Test(
        "a resource whose type changes also changes the content",
        arguments: [(4, 8, false), (1, 4, true), (4, 1, true), (1, 1, false)])
    func aResourceThatBecomesAnotherChangesItToo(old: Int, new: Int, isContent: Bool) throws {
        let asset = try temporary.add(1)[0]
        let resource = try catalog.write(author: "test") {
            try $0.insert(.sample(ResourceType(rawValue: old)), intoAsset: asset)
        }
        let before = try contentChanges().count
        try catalog.write(author: "test") { try $0.setType(ResourceType(rawValue: new), ofResource: resource) }
        #expect(try contentChanges().count == before + (isContent ? 1 : 0))
    }

    @Test(
        "a visible resource that is removed changes the content",
        arguments: [(1, true), (5, true), (6, true), (7, false), (8, false), (10, true), (12, false)])
    func aResourceThatIsRemovedChangesIt(type: Int, isContent: Bool) throws {
        let asset = try temporary.add(1)[0]
        try catalog.write(author: "test") { try $0.insert(.sample(ResourceType(rawValue: type)), intoAsset: asset) }
        let before = try contentChanges().count
        try catalog.write(author: "test") { transaction in
            for resource in try transaction.reader.resources(ofAsset: asset) { try transaction.delete(resource) }
        }
        #expect(try contentChanges().count == before + (isContent ? 1 : 0))
        #expect(try catalog.read { try $0.resources(ofAsset: asset) }.isEmpty)
    }

    @Test("a new asset has no content change")
    func aNewAssetHasNone() throws {
        try catalog.write(author: "test") { transaction in
            let asset = try transaction.insert(AssetRecord.sample())
            let resource = try transaction.insert(.sample(.photo), intoAsset: asset)
            try transaction.setType(.alternatePhoto, ofResource: resource)
        }
        #expect(try contentChanges().isEmpty)
    }

    @Test("an asset purged in the same change has no content change")
    func anAssetThatIsPurgedInTheSameChangeHasNone() throws {
        let asset = try temporary.add(1)[0]
        try catalog.write(author: "test") { transaction in
            try transaction.insert(.sample(.photo), intoAsset: asset)
            _ = try transaction.purge(try #require(try transaction.reader.assets(withIdentifiers: [asset])[asset]))
        }
        #expect(try contentChanges().isEmpty)
    }

    @Test("each change stores its number of history rows")
    func rowCounts() throws {
        let rows = try temporary.add(10)
        try catalog.write(author: "test") { transaction in
            let album = try transaction.insert(CollectionRecord.sample("Album"))
            try transaction.append(assets: Array(rows[..<5]), toAlbum: album)
            try transaction.update(asset: rows[0]) { $0.isFavorite = true }
            try transaction.insert(.sample(.photo), intoAsset: rows[1])
            try transaction.place(assets: [rows[8]], inAlbum: album, after: nil)
        }
        // One range. Then an album, a range of members, a separate member, two images each of two assets, and a content
        // change.
        #expect(try integers("SELECT rowCount FROM change ORDER BY id") == [[1], [8]])
        #expect(try integers("SELECT rowCount FROM change ORDER BY id") == countedRows())
    }

    private func countedRows() throws -> [[Int64]] {
        let counts = CatalogSchema.historyTables.map { "(SELECT count(*) FROM \($0) WHERE changeId = change.id)" }
        return try integers("SELECT \(counts.joined(separator: " + ")) FROM change ORDER BY id")
    }

    private func contentChanges() throws -> [[Int64]] {
        try integers("SELECT changeId, assetId FROM contentChange ORDER BY 1, 2")
    }

    private func integers(_ sql: String) throws -> [[Int64]] {
        try catalog.read { reader in
            try Row.fetchAll(reader.database, sql: sql).map { $0.databaseValues.compactMap(Int64.fromDatabaseValue) }
        }
    }
}

extension ResourceRecord {
    fileprivate static func sample(_ type: ResourceType) -> ResourceRecord {
        ResourceRecord(
            type: type, sha256: BlobDigest(repeating: UInt8(type.rawValue)), fileSize: 1, originalFilename: "a",
            uniformTypeIdentifier: "public.jpeg", pixelWidth: 4, pixelHeight: 3)
    }
}
