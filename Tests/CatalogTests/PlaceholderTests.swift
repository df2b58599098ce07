import Foundation
import GRDB
import Testing

@testable import Catalog

/// Placeholders in the catalog.
@Suite struct PlaceholderTests {
    @Test func `a placeholder can be read and replaced`() throws {
        let temporary = try TemporaryCatalog()
        let assets = try temporary.add(3)
        try temporary.catalog.write(author: "test") { transaction in
            try transaction.setPlaceholder(Data([1, 2]), ofAsset: assets[0])
            try transaction.setPlaceholder(Data([3]), ofAsset: assets[1])
            try transaction.setPlaceholder(Data([4]), ofAsset: assets[1])
        }
        let placeholders = try temporary.catalog.read { try $0.placeholders(ofAssets: assets + [999]) }
        #expect(placeholders == [assets[0]: Data([1, 2]), assets[1]: Data([4])])
    }

    @Test func `a placeholder is not in the history`() throws {
        let temporary = try TemporaryCatalog()
        let assets = try temporary.add(1)
        func changes() throws -> Int? {
            try temporary.catalog.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM change") }
        }
        let before = try changes()
        try temporary.catalog.write(author: "test") { try $0.setPlaceholder(Data([1]), ofAsset: assets[0]) }
        #expect(try changes() == before)
    }

    @Test func `a placeholder is deleted with its asset`() throws {
        let temporary = try TemporaryCatalog()
        let assets = try temporary.add(2)
        try temporary.catalog.write(author: "test") { transaction in
            for asset in assets { try transaction.setPlaceholder(Data([1]), ofAsset: asset) }
            try transaction.database.execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [assets[0]])
        }
        #expect(try temporary.catalog.read { try $0.placeholders(ofAssets: assets) }.keys.sorted() == [assets[1]])
    }

    @Test func `a catalog without placeholders is migrated`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("albumen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabasePool(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "1 assets, resources, history, grants")
        #expect(try old.read { try !$0.tableExists("placeholder") })
        try old.close()
        let catalog = try Catalog(at: file)
        #expect(try catalog.read { try $0.placeholders(ofAssets: [1]) }.isEmpty)
        try catalog.close()
    }
}
