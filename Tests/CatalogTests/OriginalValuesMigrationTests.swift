import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Migrating a catalog with dates set by its user adds the tables for imported values, without rows.
@Suite struct OriginalValuesMigrationTests {
    @Test("changed assets stay the same")
    func changedAssetsStayAsTheyAre() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "6 secrets")
        var asset = AssetRecord(
            uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4,
            pixelHeight: 3,
            duration: 0, creationDate: Date(timeIntervalSinceReferenceDate: 5),
            addedDate: Date(timeIntervalSinceReferenceDate: 0))
        (asset.dateSource, asset.userEdits) = ("user", .date)
        try old.write { try asset.insert(intoEarlier: $0) }
        try old.close()
        let catalog = try Catalog(at: file)
        asset.id = 1
        #expect(try catalog.read { try $0.asset(uuid: asset.uuid) } == asset)
        #expect(try catalog.read { try $0.originalDates(ofAssets: [1]) } == [:])
        #expect(try catalog.read { try $0.originalLocations(ofAssets: [1]) } == [:])
        try catalog.close()
    }
}
