import Foundation
import GRDB
import Places
import Records
import Testing

@testable import Catalog

/// The places of assets, which transactions look up, and searches by their names.
@Suite struct AssetPlaceTests {
    private let temporary: TemporaryCatalog
    private let gazetteer: SampleGazetteer
    private var catalog: Catalog { temporary.catalog }

    init() throws {
        let gazetteer = try SampleGazetteer()
        self.gazetteer = gazetteer
        temporary = try TemporaryCatalog { try gazetteer.get() }
    }

    static let belem = (latitude: 38.6987, longitude: -9.1929)
    static let vienna = (latitude: 48.2085, longitude: 16.3721)
    static let sea = (latitude: 0.0, longitude: -30.0)

    private func add(_ locations: (latitude: Double, longitude: Double)?...) throws -> [Int64] {
        try temporary.add(locations.count) { asset, index in
            (asset.latitude, asset.longitude) = (locations[index]?.latitude, locations[index]?.longitude)
        }
    }

    private func move(_ asset: Int64, to location: (latitude: Double, longitude: Double)?) throws {
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: asset) {
                ($0.latitude, $0.longitude) = (location?.latitude, location?.longitude)
            }
        }
    }

    private func found(_ text: String, scope: AssetQuery.Scope = .everything) throws -> [Int64] {
        var query = AssetQuery()
        query.search = TextSearch(text)
        query.scope = scope
        let identifiers = try catalog.read { try $0.assetIdentifiers(matching: query) }
        #expect(try catalog.read { try $0.assetCount(matching: query) } == identifiers.count)
        return identifiers
    }

    private func count(_ table: String) throws -> Int? {
        try catalog.read { try Int.fetchOne($0.database, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test(arguments: [
        "Lisbon", "lissabon", "Lisbonne", "Lisboa", "リスボン", "里斯本", "Belém", "belem", "Portugal", "葡萄牙", "lis", "葡",
        "lisbon portugal", "lisbon 2001",
    ])
    func `an added photo is found by the names of its place in each language`(_ text: String) throws {
        let assets = try add(Self.vienna, Self.belem, nil, Self.sea)
        #expect(try found(text) == [assets[1]])
    }

    @Test func `words must all be in one photo's texts, place or albums`() throws {
        let assets = try add(Self.belem, Self.belem, Self.vienna)
        try catalog.write(author: "test") { transaction in
            var metadata = MetadataRecord()
            metadata.caption = "Grandma"
            try transaction.setMetadata(metadata, ofAsset: assets[1])
            try transaction.setMetadata(metadata, ofAsset: assets[2])
        }
        #expect(try found("grandma lisbon") == [assets[1]])
        #expect(try found("grandma vienna") == [assets[2]])
        #expect(try found("lisbon vienna") == [])
        #expect(try found("isbon") == [])
    }

    @Test func `a changed location changes the names, and a removed one removes them`() throws {
        let asset = try add(Self.belem)[0]
        try move(asset, to: Self.vienna)
        #expect(try found("lisbon") == [])
        #expect(try found("wien") == [asset])
        try move(asset, to: nil)
        #expect(try found("wien") == [])
        #expect(try count("assetPlace") == 0)
        #expect(try count("pendingPlace") == 0)
        // As an undo does.
        try move(asset, to: Self.vienna)
        #expect(try found("wien") == [asset])
        try move(asset, to: Self.sea)
        #expect(try found("wien") == [])
        #expect(try count("assetPlace") == 0)
        #expect(try count("pendingPlace") == 0)
    }

    @Test func `a transaction that fails leaves the former place`() throws {
        struct Failure: Error {}
        let asset = try add(Self.belem)[0]
        #expect(throws: Failure.self) {
            try catalog.write(author: "test") { transaction in
                try transaction.update(asset: asset) { $0.latitude = Self.vienna.latitude }
                throw Failure()
            }
        }
        #expect(try found("lisbon") == [asset])
        #expect(try count("pendingPlace") == 0)
    }

    @Test func `a statement that bypasses the transaction removes the former place, too`() throws {
        let asset = try add(Self.belem)[0]
        try catalog.pool.write { try $0.execute(sql: "UPDATE asset SET latitude = 48.2085, longitude = 16.3721") }
        #expect(try found("lisbon") == [])
        #expect(try catalog.read { try $0.placeFill() }.lacksPlaces)
        #expect(try !catalog.maintain { try $0.fillPlaces(from: gazetteer.get()) })
        #expect(try found("wien") == [asset])
        try catalog.pool.write { try $0.execute(sql: "UPDATE asset SET latitude = NULL, longitude = NULL") }
        #expect(try found("wien") == [])
        #expect(try !catalog.read { try $0.placeFill() }.lacksPlaces)
    }

    @Test func `places have no history, and other changes don't write them`() throws {
        let asset = try add(Self.belem)[0]
        let rows = try catalog.read { try Row.fetchAll($0.database, sql: "SELECT * FROM change") }
        #expect(rows.count == 1)
        // A statement that wrote the row would fail.
        try catalog.pool.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER noInsert BEFORE INSERT ON assetPlace BEGIN SELECT RAISE(ABORT, 'written'); END;
                    CREATE TRIGGER noUpdate BEFORE UPDATE ON assetPlace BEGIN SELECT RAISE(ABORT, 'written'); END;
                    CREATE TRIGGER noDelete BEFORE DELETE ON assetPlace BEGIN SELECT RAISE(ABORT, 'written'); END;
                    """)
        }
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: asset) { $0.isFavorite = true }
            try transaction.setMetadata(MetadataRecord(), ofAsset: asset)
        }
        #expect(try found("lisbon") == [asset])
        #expect(throws: CatalogError.self) { try move(asset, to: nil) }
    }

    @Test func `photos of one place share a row of names`() throws {
        try temporary.add(50) { asset, index in
            (asset.latitude, asset.longitude) = (Self.belem.latitude + Double(index) / 1e6, Self.belem.longitude)
        }
        #expect(try count("namedPlace") == 1)
        #expect(try count("placeSearch") == 1)
        #expect(try count("assetPlace") == 50)
        try catalog.read { reader in
            let place = try #require(try Row.fetchOne(reader.database, sql: "SELECT * FROM namedPlace"))
            #expect(place["countryCode"] == "PT")
            #expect((place["regionCode"] as String?)?.hasPrefix("PT.") == true)
        }
    }

    @Test func `hidden, deleted and purged photos have no place in suggestions`() throws {
        let assets = try add(Self.belem, Self.belem, Self.vienna)
        func shown() throws -> [Int] { try catalog.read { try $0.shownPlaces() }.map(\.count).sorted() }
        #expect(try shown() == [1, 2])
        try catalog.write(author: "test") { transaction in
            try transaction.update(asset: assets[0]) { $0.isHidden = true }
            try transaction.update(asset: assets[2]) { $0.trashedDate = Date() }
        }
        #expect(try shown() == [1])
        #expect(try found("lisbon") == [assets[1]])
        try catalog.write(author: "test") { transaction in
            let row = try #require(try transaction.reader.assets(withIdentifiers: [assets[2]])[assets[2]])
            _ = try transaction.purge(row)
        }
        #expect(try count("assetPlace") == 2)
        #expect(try shown() == [1])
        #expect(try catalog.read { try $0.structuralFaults() } == [])
    }

    @Test func `a photo that is added and purged in one transaction leaves nothing`() throws {
        try catalog.write(author: "test") { transaction in
            var asset = AssetRecord.sample()
            (asset.latitude, asset.longitude) = (Self.belem.latitude, Self.belem.longitude)
            asset.id = try transaction.insert(asset)
            _ = try transaction.purge(asset)
        }
        #expect(try count("assetPlace") == 0)
        #expect(try count("pendingPlace") == 0)
    }

    @Test func `a client with limited access finds its own photos only`() throws {
        let assets = try add(Self.belem, Self.belem, Self.vienna)
        try catalog.write(author: "test") { try $0.grant(asset: assets[1], to: "app") }
        #expect(try found("lisbon", scope: .granted(client: "app")) == [assets[1]])
        #expect(try found("wien", scope: .granted(client: "app")) == [])
        #expect(try found("lisbon", scope: .granted(client: "other")) == [])
        #expect(try found("lisbon", scope: .chosen([assets[0]])) == [assets[0]])
        #expect(try found("lisbon", scope: .nothing) == [])
    }

    @Test(arguments: [false, true]) func `a filter compares whole names, or parts of them`(_ readsSets: Bool) throws {
        let assets = try add(Self.belem, Self.vienna, nil)
        func matching(_ filter: AssetFilter) throws -> [Int64] {
            let sql = filter.sql(alias: "asset", readsDetailsAsSets: readsSets)
            return try catalog.read {
                try Int64.fetchAll(
                    $0.database, sql: "SELECT id FROM asset WHERE \(sql.text) ORDER BY id", arguments: sql.arguments)
            }
        }
        func named(_ name: String, _ kind: AssetFilter.TextMatch.Kind = .equal, ignoresCase: Bool = false)
            -> AssetFilter
        {
            .matches(.place, AssetFilter.TextMatch(kind: kind, pattern: name, ignoresCase: ignoresCase))
        }
        #expect(try matching(named("Lisbon")) == [assets[0]])
        #expect(try matching(named("里斯本")) == [assets[0]])
        #expect(try matching(named("lisbon")) == [])
        #expect(try matching(named("lisbon", ignoresCase: true)) == [assets[0]])
        #expect(try matching(named("Lis")) == [])
        #expect(try matching(named("Lis*", .like)) == [assets[0]])
        #expect(try matching(named("Öster", .beginsWith)) == [assets[1]])
        #expect(try matching(.not(named("Lisbon"))) == [assets[1], assets[2]])
        #expect(try matching(.or([named("Lisbon"), named("Vienna")])) == [assets[0], assets[1]])
        #expect(try matching(.isNull(.place)) == [assets[2]])
        #expect(try matching(.not(.isNull(.place))) == [assets[0], assets[1]])
    }
}
