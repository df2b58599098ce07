import AlbumenTestSupport
import Foundation
import GRDB
import Places
import Records
import Testing

@testable import Catalog

/// Assets whose places are looked up after they were stored: in older libraries, with newer data, and without the file.
@Suite struct PlaceFillTests {
    private let folder: TemporaryFolder
    private let gazetteer: SampleGazetteer
    private var file: URL { folder.file("catalog.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        gazetteer = try SampleGazetteer()
    }

    private func open() throws -> Catalog {
        try Catalog(at: file) { [gazetteer] in try gazetteer.get() }
    }

    @discardableResult
    private func add(_ count: Int, to catalog: Catalog) throws -> [Int64] {
        try catalog.write(author: "test") { transaction in
            try (0..<count).map { try transaction.insert(Self.asset($0)) }
        }
    }

    /// Every third asset has no location.
    private static func asset(_ number: Int) -> AssetRecord {
        var asset = AssetRecord.sample(number)
        let location: (Double, Double)? = [(38.6987, -9.1929), (48.2085, 16.3721), nil][number % 3]
        (asset.latitude, asset.longitude) = (location?.0, location?.1)
        return asset
    }

    private func found(_ text: String, _ catalog: Catalog) throws -> Int {
        var query = AssetQuery()
        query.search = TextSearch(text)
        return try catalog.read { try $0.assetCount(matching: query) }
    }

    private func waiting(_ catalog: Catalog) throws -> Int {
        let version = try? gazetteer.get().version
        return try catalog.read { try $0.assetCount(withoutPlacesOf: version) }
    }

    private func fill(_ catalog: Catalog) throws -> Bool {
        try catalog.maintain { try $0.fillPlaces(from: gazetteer.get()) }
    }

    private func count(_ table: String, _ catalog: Catalog) throws -> Int? {
        try catalog.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test func `an older library is looked up in steps that can be interrupted`() throws {
        let count = SearchIndex.pageSize + 20
        let old = try DatabaseQueue(path: file.path)
        try CatalogSchema.migrator.migrate(old, upTo: "30 watched folders")
        try old.write { database in
            for number in 0..<count { try Self.asset(number).insert(intoEarlier: database) }
        }
        try old.close()
        let catalog = try open()
        #expect(try waiting(catalog) == count * 2 / 3)
        #expect(try found("lisbon", catalog) == 0)
        #expect(try catalog.read { try $0.placeFill() }.lacksPlaces)
        #expect(try fill(catalog))
        #expect(try found("lisbon", catalog) == 334)
        // A photo that is added in between needs no later step.
        try add(1, to: catalog)
        #expect(try found("lisbon", catalog) == 335)
        #expect(try waiting(catalog) == count * 2 / 3 - 667)
        let change = try catalog.read { try $0.latestChange() }
        try catalog.close()
        let reopened = try open()
        #expect(try reopened.read { try $0.placeFill() }.lacksPlaces)
        #expect(try !fill(reopened))
        #expect(try !reopened.read { try $0.placeFill() }.lacksPlaces)
        #expect(try waiting(reopened) == 0)
        #expect(try found("lisbon", reopened) == 341)
        #expect(try reopened.read { try $0.latestChange() } == change)
        try reopened.close()
    }

    @Test func `without the file, photos are stored, and looked up when it's there again`() throws {
        let catalog = try open()
        gazetteer.remove()
        let assets = try add(6, to: catalog)
        #expect(try waiting(catalog) == 4)
        #expect(try found("lisbon", catalog) == 0)
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: assets[0]) { ($0.latitude, $0.longitude) = (nil, nil) }
            let row = try #require(try transaction.reader.assets(withIdentifiers: [assets[1]])[assets[1]])
            _ = try transaction.purge(row)
        }
        #expect(try waiting(catalog) == 2)
        try gazetteer.restore()
        #expect(try catalog.read { try $0.placeFill() }.isIncomplete(for: gazetteer.version))
        // The next photo doesn't pay for the earlier ones.
        try add(1, to: catalog)
        #expect(try waiting(catalog) == 2)
        #expect(try !fill(catalog))
        #expect(try waiting(catalog) == 0)
        #expect(try found("lisbon", catalog) == 2)
        #expect(try found("wien", catalog) == 1)
        try catalog.close()
    }

    @Test func `a photo that moves without the file has no place until it's there again`() throws {
        let catalog = try open()
        let asset = try add(1, to: catalog)[0]
        gazetteer.remove()
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: asset) { ($0.latitude, $0.longitude) = (48.2085, 16.3721) }
        }
        #expect(try found("lisbon", catalog) == 0)
        #expect(try waiting(catalog) == 1)
        try gazetteer.restore()
        #expect(try !fill(catalog))
        #expect(try found("wien", catalog) == 1)
        try catalog.close()
    }

    @Test func `newer data replaces all places in steps, and the former ones are found meanwhile`() throws {
        let catalog = try open()
        let count = SearchIndex.pageSize + 20
        try add(count, to: catalog)
        #expect(try waiting(catalog) == 0)
        let newer = gazetteer.version + 10_000
        try gazetteer.replace(byVersion: newer)
        #expect(try waiting(catalog) == count * 2 / 3)
        // A search needn't wait for it.
        #expect(try !catalog.read { try $0.placeFill() }.lacksPlaces)
        #expect(try fill(catalog))
        #expect(try found("lisbon", catalog) == 340)
        #expect(try !catalog.read { try $0.placeFill() }.lacksPlaces)
        #expect(try self.count("namedPlace", catalog) == 4)
        #expect(try !fill(catalog))
        #expect(try found("lisbon", catalog) == 340)
        #expect(try waiting(catalog) == 0)
        #expect(try self.count("namedPlace", catalog) == 2)
        #expect(try self.count("placeSearch", catalog) == 2)
        for (reference, _) in try catalog.read({ try $0.shownPlaces() }) { #expect(reference.version == newer) }
        #expect(try catalog.read { try $0.staleSearchRows() } == 0)
        #expect(try catalog.maintain { try $0.damageOfSearchIndex() } == nil)
        try catalog.close()
    }

    @Test func `an older program adds names, and leaves the rest to the newer one`() throws {
        let catalog = try open()
        let version = gazetteer.version
        try gazetteer.replace(byVersion: version + 10_000)
        try add(3, to: catalog)
        try gazetteer.replace(byVersion: version)
        try add(3, to: catalog)
        #expect(try found("lisbon", catalog) == 2)
        #expect(try waiting(catalog) == 0)
        #expect(try !fill(catalog))
        try gazetteer.replace(byVersion: version + 10_000)
        #expect(try waiting(catalog) == 2)
        #expect(try !fill(catalog))
        #expect(try waiting(catalog) == 0)
        #expect(try found("lisbon", catalog) == 2)
        let versions = try catalog.read { try $0.shownPlaces() }.map(\.reference.version)
        #expect(versions.allSatisfy { $0 == UInt32(version + 10_000) })
        try catalog.close()
    }

    @Test(arguments: [
        "DELETE FROM placeSearch", "UPDATE placeSearch SET text = 'wrong' WHERE rowid = 1",
        "INSERT INTO placeSearch (rowid, text) VALUES (77, 'lisbon')",
    ])
    func `verification finds a wrong index of places, and makes it again`(damage: String) throws {
        let catalog = try open()
        try add(3, to: catalog)
        #expect(try catalog.read { try $0.staleSearchRows() } == 0)
        try catalog.pool.write { try $0.execute(sql: damage) }
        #expect(try catalog.read { try $0.staleSearchRows() } > 0)
        try catalog.maintain { try $0.restartSearchIndex() }
        #expect(try !catalog.maintain { try $0.fillSearchIndex() })
        #expect(try catalog.read { try $0.staleSearchRows() } == 0)
        #expect(try found("lisbon", catalog) == 1)
        try catalog.close()
    }
}
