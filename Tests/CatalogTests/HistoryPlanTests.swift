import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// The details of a change take time proportional to the change and not to the library: each table is searched by an
/// index.
@Suite struct HistoryPlanTests {
    private static let scopes: [AssetQuery.Scope] = [.everything, .granted(client: "app")]

    @Test("details are found by index", arguments: scopes)
    func detailsAreFoundByIndex(scope: AssetQuery.Scope) throws {
        let temporary = try TemporaryCatalog()
        for (sql, arguments) in [
            HistoryQuery.createdAssets(inChange: 1, scope: scope),
            HistoryQuery.assetImages(ofChange: 1, scope: scope),
            HistoryQuery.collections(inChange: 1, kind: .album, scope: scope),
        ] {
            let plan = try plan(sql, arguments, of: temporary)
            // The visible objects may be scanned.
            let scans = plan.filter { $0.hasPrefix("SCAN") && $0 != "SCAN visible" }
            #expect(!plan.isEmpty)
            // A client's collections are found among all collections, like in a fetch.
            #expect(scans.allSatisfy { $0 == "SCAN collection" }, "\(plan)")
        }
    }

    @Test(
        "changes are found by number",
        arguments: [
            "SELECT id, date, author FROM change WHERE id > 1 AND rowCount >= 0 ORDER BY id LIMIT 5",
            "DELETE FROM change WHERE id <= 5",
            "SELECT assetId FROM tombstone WHERE assetId IN (SELECT value FROM json_each('[1]'))",
        ])
    func changesAreFoundByNumber(sql: String) throws {
        let temporary = try TemporaryCatalog()
        let plan = try plan(sql, [], of: temporary)
        #expect(plan.contains { $0.hasPrefix("SEARCH") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    private func plan(
        _ sql: String, _ arguments: StatementArguments, of temporary: TemporaryCatalog
    ) throws -> [String] {
        try temporary.catalog.read { reader in
            try Row.fetchAll(reader.database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                .map { $0["detail"] }
        }
    }
}
