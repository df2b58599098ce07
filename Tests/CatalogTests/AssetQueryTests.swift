import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

@Suite struct AssetQueryTests {
    let temporary: TemporaryCatalog
    var catalog: Catalog { temporary.catalog }

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test("a fetch without options reads the index of creation dates without sorting", arguments: [true, false])
    func defaultFetchUsesIndex(isAscending: Bool) throws {
        var query = AssetQuery()
        query.orderings = [AssetOrdering(column: .creationDate, isAscending: isAscending)]
        let plan = try plan(of: query)
        #expect(plan.contains("USING COVERING INDEX assetByCreationDate"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test("a fetch by date added reads its index without sorting")
    func addedDateUsesIndex() throws {
        var query = AssetQuery()
        query.orderings = [AssetOrdering(column: .addedDate, isAscending: false)]
        let plan = try plan(of: query)
        #expect(plan.contains("USING COVERING INDEX assetByAddedDate"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test("a fetch by identifiers finds each one in an index")
    func identifiersUseIndex() throws {
        var query = AssetQuery()
        query.filter = .isIn(.column(.uuid), (0..<100).map { .text("\($0)") })
        let plan = try plan(of: query)
        #expect(plan.contains("USING INDEX assetByUUID"), "\(plan)")
    }

    @Test("hidden, deleted, collapsed burst photos and other sources are excluded by default (§2.2)")
    func defaultsLeaveOut() throws {
        let identifiers = try temporary.add(6) { asset, index in
            switch index {
            case 1: asset.isHidden = true
            case 2: asset.trashedDate = Date()
            case 3: asset.burstIdentifier = "burst"
            case 4: (asset.burstIdentifier, asset.representsBurst) = ("burst", true)
            case 5: asset.sourceType = .cloudShared
            default: break
            }
        }
        #expect(try fetch { _ in } == [identifiers[0], identifiers[4]])
        #expect(try fetch { $0.hidden = .included } == [identifiers[0], identifiers[1], identifiers[4]])
        #expect(try fetch { $0.hidden = .only } == [identifiers[1]])
        #expect(try fetch { $0.trashed = .only } == [identifiers[2]])
        #expect(try fetch { $0.includesAllBurstMembers = true } == [identifiers[0], identifiers[3], identifiers[4]])
        #expect(try fetch { $0.sourceTypes = .cloudShared } == [identifiers[5]])
        #expect(
            try fetch { $0.sourceTypes = [.userLibrary, .cloudShared] } == [
                identifiers[0], identifiers[4], identifiers[5],
            ])
    }

    @Test("a burst photo that the user picked is visible (§2.5.2)")
    func userPicksAreShown() throws {
        let identifiers = try temporary.add(2) { asset, index in
            asset.burstIdentifier = "burst"
            asset.burstSelectionTypes = index == 1 ? .userPick : []
        }
        #expect(try fetch { _ in } == [identifiers[1]])
    }

    @Test("the limit applies after sorting, to visible assets (§2.2.9)")
    func limitAfterSorting() throws {
        let identifiers = try temporary.add(10)
        try catalog.write(author: "test") { transaction in
            for identifier in identifiers.prefix(3) { try transaction.grant(asset: identifier, to: "app") }
        }
        let newest = [AssetOrdering(column: .creationDate, isAscending: false)]
        #expect(try fetch { ($0.orderings, $0.limit) = (newest, 2) } == [identifiers[9], identifiers[8]])
        let granted = try fetch { query in
            (query.orderings, query.limit, query.scope) = (newest, 2, .granted(client: "app"))
        }
        #expect(granted == [identifiers[2], identifiers[1]])
        #expect(try fetch { $0.scope = .nothing } == [])
        #expect(try fetch { $0.scope = .granted(client: "another") } == [])
    }

    @Test("identifiers order equal values")
    func ties() throws {
        try temporary.add(50) { asset, _ in asset.creationDate = Date(timeIntervalSinceReferenceDate: 7) }
        let records = try catalog.read { reader in
            try reader.assets(withIdentifiers: reader.assetIdentifiers(matching: AssetQuery()))
        }
        let order = try fetch { _ in }.compactMap { records[$0]?.uuid }
        #expect(order == order.sorted())
    }

    @Test("the count matches the fetch")
    func count() throws {
        try temporary.add(10)
        var query = AssetQuery()
        #expect(try catalog.read { try $0.assetCount(matching: query) } == 10)
        query.limit = 3
        #expect(try catalog.read { try $0.assetCount(matching: query) } == 3)
    }

    private func fetch(_ change: (inout AssetQuery) -> Void) throws -> [Int64] {
        var query = AssetQuery()
        change(&query)
        return try catalog.read { try $0.assetIdentifiers(matching: query) }
    }

    private func plan(of query: AssetQuery) throws -> String {
        let (sql, arguments) = query.identifiersStatement()
        return try catalog.read { reader in
            try Row.fetchAll(reader.database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                .map { $0["detail"] as String }.joined(separator: "\n")
        }
    }
}
