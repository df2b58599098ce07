import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog without exposures keeps its metadata and marks them as read by an older reader.
@Suite struct ExposureMigrationTests {
    @Test func `metadata stay the same, and their files wait for the new reader`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "9 burst frames")
        try old.write { database in
            for number in 0..<3 {
                try AssetRecord.sample(number).insert(intoEarlier: database)
            }
            // The third asset has no metadata.
            try database.execute(
                sql: """
                    INSERT INTO assetMetadata (assetId, cameraMake, caption, keywords, rating)
                    VALUES (1, 'Maker', 'Caption', '["one"]', 4), (2, NULL, NULL, NULL, NULL)
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        var expected = MetadataRecord()
        (expected.cameraMake, expected.caption, expected.keywords, expected.rating) = ("Maker", "Caption", ["one"], 4)
        #expect(try catalog.read { try $0.metadata(ofAsset: 1) } == expected)
        #expect(expected.metadataVersion == 0)
        #expect(try catalog.read { try $0.assetCount(withMetadataBefore: 1) } == 3)
        let pages = try catalog.read { reader in
            try [0, 2, 3].map { try reader.assets(withMetadataBefore: 1, after: $0, limit: 2).map(\.id) }
        }
        #expect(pages == [[1, 2], [3], []])
        try catalog.close()
    }

    @Test func `noted metadata leave no history`() throws {
        let temporary = try TemporaryCatalog()
        let asset = try #require(try temporary.add(1).first)
        let before = try temporary.catalog.read { try $0.latestChange() }
        var metadata = MetadataRecord()
        (metadata.iso, metadata.metadataVersion) = (200, 1)
        try temporary.catalog.write(author: "test") { try $0.noteMetadata(metadata, ofAsset: asset) }
        #expect(try temporary.catalog.read { try $0.latestChange() } == before)
        #expect(try temporary.catalog.read { try $0.metadata(ofAsset: asset) } == metadata)
        #expect(try temporary.catalog.read { try $0.assetCount(withMetadataBefore: 1) } == 0)
    }
}
