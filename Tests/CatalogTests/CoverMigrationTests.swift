import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog with albums adds default covers, also in its history.
@Suite struct CoverMigrationTests {
    @Test func `albums of an earlier version have their default covers`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "21 movement")
        let columns = "uuid, kind, subtype, title, position, creationDate, modificationDate, creator"
        try old.write { database in
            try database.execute(
                sql: """
                    INSERT INTO change (date, author) VALUES (0, 'page');
                    INSERT INTO collection (\(columns)) VALUES ('A', 1, 2, 'Lake', 1, 5, 5, 'page');
                    INSERT INTO collectionImage (changeId, id, isAfter, \(columns))
                        VALUES (1, 1, 1, 'A', 1, 2, 'Lake', 1, 5, 5, 'page');
                    """)
        }
        try old.close()
        let catalog = try Catalog(at: file)
        let collection = try #require(try catalog.read { try $0.collections(withIdentifiers: [1]) }.first)
        #expect(collection.title == "Lake")
        #expect(collection.coverID == nil)
        let kept = try catalog.read { reader in
            try String.fetchAll(reader.database, sql: "SELECT title FROM collectionImage WHERE coverId IS NULL")
        }
        #expect(kept == ["Lake"])
        #expect(try catalog.read { try $0.structuralFaults() } == [])
        try catalog.close()
    }
}
