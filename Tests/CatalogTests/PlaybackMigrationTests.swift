import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog without the effects of Live Photos keeps its assets, its history and its former edits.
@Suite struct PlaybackMigrationTests {
    @Test func `assets of an earlier catalog have no effect, and play`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "24 original choice")
        let asset = AssetRecord.sample()
        try old.write { database in
            try asset.insert(intoEarlier: database)
            let columns = AssetRecord.filterableColumns.filter {
                !["playbackVariation", "isVideoPlaybackOff"].contains($0)
            }.joined(separator: ", ")
            try database.execute(
                sql: """
                    INSERT INTO change (id, date, author) VALUES (1, 0, 'test');
                    INSERT INTO assetImage (changeId, id, isAfter, \(columns)) SELECT 1, id, 0, \(columns) FROM asset;
                    INSERT INTO formerEdit (id, assetId, removedDate, mediaSubtypes, playbackStyle, pixelWidth,
                        pixelHeight, duration) VALUES (1, 1, 0, 0, 1, 1, 1, 0);
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        let migrated = try #require(try catalog.read { try $0.asset(uuid: asset.uuid) })
        #expect(migrated.playbackVariation == .none && !migrated.isVideoPlaybackOff)
        #expect(try catalog.read { try $0.formerEdit(1) }?.playbackVariation == PlaybackVariation.none)
        #expect(try catalog.read { try $0.assetsChanged(after: 0) } == [1])
        try catalog.close()
    }

    @Test func `long exposures are found by an index of their own`() throws {
        let temporary = try TemporaryCatalog()
        let assets = try temporary.add(3)
        try temporary.catalog.write(author: "test") { transaction in
            try transaction.update(asset: assets[1]) { $0.playbackVariation = .longExposure }
            try transaction.update(asset: assets[2]) { $0.playbackVariation = .mirror }
        }
        var query = AssetQuery()
        query.filter = .equal(.playbackVariation, PlaybackVariation.longExposure)
        #expect(try temporary.catalog.read { try $0.assetIdentifiers(matching: query) } == [assets[1]])
        #expect(try temporary.catalog.read { try $0.assetCount(matching: query) } == 1)
        let (sql, arguments) = query.identifiersStatement()
        let plan = try temporary.catalog.read { reader in
            try Row.fetchAll(reader.database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                .map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("assetLongExposure") }, "\(plan)")
    }
}
