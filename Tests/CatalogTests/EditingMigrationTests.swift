import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog of a version without edits.
@Suite struct EditingMigrationTests {
    @Test func `assets of an earlier version have no edit and no creator`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "11 exposure")
        var asset = AssetRecord.sample(3)
        try old.write { try asset.insert(intoEarlier: $0) }
        try old.close()
        let catalog = try Catalog(at: file)
        asset.id = 1
        #expect(!asset.hasAdjustments && asset.creator == nil)
        #expect(try catalog.read { try $0.asset(uuid: asset.uuid) } == asset)
        #expect(try catalog.read { try $0.unadjustedValues(ofAsset: 1) } == nil)
        try catalog.close()
    }

    @Test func `an asset's original values are stored and go with the asset`() throws {
        let temporary = try TemporaryCatalog()
        let asset = try #require(try temporary.add(1).first)
        var values = UnadjustedValues(.sample(), placeholder: Data([1, 2]))
        (values.duration, values.damage) = (1.5, "cut short")
        try temporary.catalog.write(author: "test") { try $0.keep(values, ofAsset: asset) }
        #expect(try temporary.catalog.read { try $0.unadjustedValues(ofAsset: asset) } == values)
        try temporary.catalog.write(author: "test") { transaction in
            _ = try transaction.purge(try #require(try transaction.reader.assets(withIdentifiers: [asset])[asset]))
        }
        #expect(try temporary.catalog.read { try $0.unadjustedValues(ofAsset: asset) } == nil)
    }
}
