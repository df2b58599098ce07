import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog without the choice of the original keeps its assets, its history and its former edits.
@Suite struct OriginalChoiceMigrationTests {
    @Test func `assets of an earlier catalog have their compressed original`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "23 moments")
        let asset = AssetRecord.sample()
        try old.write { database in
            try asset.insert(intoEarlier: database)
            let columns = AssetRecord.filterableColumns.filter {
                !["originalChoice", "playbackVariation", "isVideoPlaybackOff"].contains($0)
            }.joined(separator: ", ")
            let file = "zeroblob(32), 9, 'a.jpg', 'public.jpeg', 1, 1"
            try database.execute(
                sql: """
                    INSERT INTO change (id, date, author) VALUES (1, 0, 'test');
                    INSERT INTO assetImage (changeId, id, isAfter, \(columns)) SELECT 1, id, 0, \(columns) FROM asset;
                    INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier,
                        pixelWidth, pixelHeight) VALUES (1, 1, \(file)), (1, 4, \(file));
                    INSERT INTO formerEdit (id, assetId, removedDate, mediaSubtypes, playbackStyle, pixelWidth,
                        pixelHeight, duration) VALUES (1, 1, 0, 0, 1, 1, 1, 0);
                    INSERT INTO formerEditFile (editId, assetId, type, sha256, fileSize, originalFilename,
                        uniformTypeIdentifier, pixelWidth, pixelHeight) VALUES (1, 1, 5, \(file));
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        let migrated = try #require(try catalog.read { try $0.asset(uuid: asset.uuid) })
        #expect(migrated.originalChoice == .compressed)
        #expect(try catalog.read { try $0.resources(ofAsset: 1) }.map(\.isUsedAsOriginal) == [false, false])
        #expect(try catalog.read { try $0.files(ofFormerEdit: 1) }.map(\.isUsedAsOriginal) == [false])
        #expect(try catalog.read { try $0.assetsChanged(after: 0) } == [1])
        try catalog.close()
    }

    @Test func `a choice that doesn't match the files is a fault, and the history keeps the former choice`() throws {
        let temporary = try TemporaryCatalog()
        let asset = try temporary.add(1)[0]
        let raw = ResourceRecord(
            type: .alternatePhoto, sha256: .zero, fileSize: 9, originalFilename: "a.dng",
            uniformTypeIdentifier: "com.adobe.raw-image", pixelWidth: 1, pixelHeight: 1)
        try temporary.catalog.write(author: "test") { _ = try $0.insert(raw, intoAsset: asset) }
        let version = try temporary.catalog.read { try $0.latestChange() }
        try temporary.catalog.write(author: "test") { transaction in
            let stored = try transaction.reader.resources(ofAsset: asset)[0]
            try transaction.setUsedAsOriginal(true, stored)
            try transaction.update(asset: asset) { $0.originalChoice = .raw }
        }
        let choices = try temporary.catalog.pool.read { database in
            try Int.fetchAll(
                database,
                sql: "SELECT originalChoice FROM assetImage WHERE changeId = ? ORDER BY isAfter",
                arguments: [version + 1])
        }
        #expect(choices == [0, 1])
        #expect(try temporary.catalog.read { try $0.structuralFaults() }.isEmpty)
        let uuid = try #require(try temporary.catalog.read { try $0.assets(withIdentifiers: [asset]) }[asset]?.uuid)
        try temporary.catalog.pool.write { try $0.execute(sql: "UPDATE resource SET isUsedAsOriginal = 0") }
        #expect(
            try temporary.catalog.read { try $0.structuralFaults() }
                == ["the original of the asset \(uuid) doesn't match its files"])
    }
}
