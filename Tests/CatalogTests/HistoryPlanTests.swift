import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// The details of a change take time proportional to the change and not to the library: each table is searched by an
/// index.
@Suite struct HistoryPlanTests {
    @Test("details are found by index")
    func detailsAreFoundByIndex() throws {
        let temporary = try TemporaryCatalog()
        for (sql, arguments) in [
            HistoryQuery.createdAssets(inChange: 1), HistoryQuery.assetImages(ofChange: 1),
            HistoryQuery.collections(inChange: 1, kind: .album),
            GrantHistoryQuery.assets(ofChange: 1, client: "app"),
            GrantHistoryQuery.collections(inChange: 1, kind: .album, client: "app"),
        ] {
            let plan = try plan(sql, arguments, of: temporary)
            // The rows of the change are materialized and then read.
            let scans = plan.filter { line in
                line.hasPrefix("SCAN") && !["SCAN created", "SCAN chosen", "SCAN image"].contains(line)
            }
            #expect(!plan.isEmpty)
            #expect(scans.allSatisfy { $0 == "SCAN CONSTANT ROW" }, "\(plan)")
            for table in ["grantImage", "visibilityImage"] {
                // All choices of a client are many. Only those of one asset or of one change may be read.
                #expect(!plan.contains { $0.hasPrefix("SEARCH \(table)") && $0.hasSuffix("(client=?)") }, "\(plan)")
            }
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
