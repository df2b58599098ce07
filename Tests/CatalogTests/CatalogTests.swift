import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

@Suite struct CatalogTests {
    @Test("an asset is read as it was written")
    func assetRoundTrip() throws {
        let temporary = try TemporaryCatalog()
        var asset = AssetRecord.sample()
        asset.creationDate = Date(timeIntervalSinceReferenceDate: 123.456789)
        asset.latitude = -36.8485
        asset.longitude = 174.7633
        asset.altitude = 12.5
        asset.utcOffset = -12_600
        asset.dateSource = "exifOriginal"
        asset.burstIdentifier = "burst"
        asset.isRAW = true
        asset.damage = "cut short"
        asset.id = try temporary.catalog.write(author: "test") { try $0.insert(asset) }
        #expect(try temporary.catalog.read { try $0.asset(uuid: asset.uuid) } == asset)
    }

    @Test("metadata and resources are read as they were written")
    func detailsRoundTrip() throws {
        let temporary = try TemporaryCatalog()
        var metadata = MetadataRecord()
        metadata.keywords = ["Küste", "夏", "a, b"]
        metadata.rating = 4
        metadata.frameRate = 29.97
        let resource = ResourceRecord(
            type: .photo, sha256: BlobDigest(repeating: 7), fileSize: 5 << 32, originalFilename: "IMG 1.JPG",
            uniformTypeIdentifier: "public.jpeg", pixelWidth: 3, pixelHeight: 2, contentIdentifier: "pair")
        let asset = try temporary.catalog.write(author: "test") { transaction in
            let asset = try transaction.insert(AssetRecord.sample())
            try transaction.setMetadata(metadata, ofAsset: asset)
            try transaction.insert(resource, intoAsset: asset)
            return asset
        }
        try temporary.catalog.read { reader in
            #expect(try reader.metadata(ofAsset: asset) == metadata)
            let found = try #require(try reader.resources(ofAsset: asset).first)
            #expect(found.fileSize == 5 << 32)
            #expect(found.originalFilename == "IMG 1.JPG")
            #expect(try reader.resources(contentIdentifier: "pair", type: .photo, limit: 2) == [found])
            #expect(try reader.resource(sha256: BlobDigest(repeating: 7)) == found)
            #expect(try reader.hasResource(ofSize: 5 << 32))
        }
    }

    @Test("all tables are strict and identifiers aren't reused")
    func tablesAreStrict() throws {
        let temporary = try TemporaryCatalog()
        let tables = try temporary.catalog.read { reader in
            try Row.fetchAll(
                reader.database,
                // FTS5 defines the tables of the search index.
                sql: """
                    SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                    AND name <> 'grdb_migrations' AND name NOT LIKE 'assetSearch%' AND name NOT LIKE 'albumSearch%'
                    AND name NOT LIKE 'placeSearch%'
                    """
            ).map { (name: $0[0] as String, sql: $0[1] as String) }
        }
        #expect(tables.count >= 10)
        for table in tables { #expect(table.sql.contains("STRICT"), "\(table.name)") }
        for name in ["asset", "resource", "change"] {
            #expect(tables.first { $0.name == name }?.sql.contains("AUTOINCREMENT") == true, "\(name)")
        }
    }

    @Test("a commit is durable before it's reported to the user")
    func synchronousIsFull() throws {
        let temporary = try TemporaryCatalog()
        let values = try temporary.catalog.write(author: "test") { transaction in
            try [
                Int.fetchOne(transaction.database, sql: "PRAGMA synchronous"),
                Int.fetchOne(transaction.database, sql: "PRAGMA foreign_keys"),
            ]
        }
        #expect(values == [2, 1])
    }

    @Test("a newer version's catalog is refused with the remedy")
    func newerCatalogIsRefused() throws {
        let temporary = try TemporaryCatalog()
        try temporary.catalog.write(author: "test") { transaction in
            try transaction.database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')")
        }
        let file = temporary.folder.appendingPathComponent("catalog.sqlite")
        let error = #expect(throws: CatalogError.self) { try Catalog(at: file) }
        #expect(error?.code == .newerFormat)
        #expect(error?.message.contains("Update albumen") == true)
    }

    @Test("a file that isn't a catalog is refused with its path")
    func noCatalog() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("albumen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let file = folder.appendingPathComponent("catalog.sqlite")
        try Data(repeating: 65, count: 8192).write(to: file)
        let error = #expect(throws: CatalogError.self) { try Catalog(at: file) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains(file.path) == true)
    }

    @Test("writers on two connections wait for each other")
    func writersWait() throws {
        let temporary = try TemporaryCatalog()
        let other = try Catalog(at: temporary.folder.appendingPathComponent("catalog.sqlite"))
        DispatchQueue.concurrentPerform(iterations: 40) { index in
            #expect(throws: Never.self) {
                _ = try (index % 2 == 0 ? temporary.catalog : other).write(author: "test") {
                    try $0.insert(AssetRecord.sample(index))
                }
            }
        }
        #expect(try temporary.catalog.read { try $0.assetCount(matching: AssetQuery()) } == 40)
        try other.close()
    }
}
