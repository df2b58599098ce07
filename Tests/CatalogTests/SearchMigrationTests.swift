import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// The search index of a library that is older than the index.
@Suite struct SearchMigrationTests {
    @Test func `assets are added in steps that can be interrupted`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "13 former edits")
        let count = SearchIndex.pageSize + 10
        try old.write { database in
            for number in 0..<count { try AssetRecord.sample(number).insert(intoEarlier: database) }
            try database.execute(
                sql: """
                    INSERT INTO collection (uuid, kind, subtype, title, creationDate, modificationDate, creator)
                    VALUES ('A', \(CollectionRecord.Kind.album.rawValue), 2, 'Old album', 0, 0, 'test')
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        var query = AssetQuery()
        query.search = TextSearch("2001")
        #expect(try catalog.read { try $0.searchIndexIsIncomplete() })
        #expect(try catalog.maintain { try $0.fillSearchIndex() })
        #expect(try catalog.read { try $0.assetCount(matching: query) } == SearchIndex.pageSize)
        // A change in between indexes its own asset.
        try catalog.write(author: "test") { transaction in
            var metadata = MetadataRecord()
            metadata.caption = "last"
            try transaction.setMetadata(metadata, ofAsset: Int64(count))
        }
        try catalog.close()
        let reopened = try Catalog(at: file)
        #expect(try reopened.read { try $0.searchIndexIsIncomplete() })
        #expect(try !reopened.maintain { try $0.fillSearchIndex() })
        #expect(try !reopened.read { try $0.searchIndexIsIncomplete() })
        #expect(try reopened.read { try $0.assetCount(matching: query) } == count)
        query.search = TextSearch("last")
        #expect(try reopened.read { try $0.assetIdentifiers(matching: query) } == [Int64(count)])
        #expect(try reopened.read { try $0.staleSearchRows() } == 0)
        #expect(try reopened.maintain { try $0.damageOfSearchIndex() } == nil)
        try reopened.close()
    }

    @Test(arguments: [
        ("IMG_0012.JPG", ["img", "0012", "jpg"]), ("Café ÆØ", ["cafe", "æø"]), ("北京市", ["北京", "京市", "市"]),
        ("山", ["山"]), ("2024年5月", ["2024", "年", "5", "月"]), ("abc北京", ["abc", "北京", "京"]), ("", []), ("--", []),
        ("ＡＢＣ１", ["abc", "1"]), ("don't", ["don", "t"]),
    ])
    func `tokens are words, numbers and pairs of Chinese characters`(text: String, tokens: [String]) {
        #expect(SearchTokens.tokens(of: text) == tokens)
    }
}
