import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// SQLite's query plans for frequent fetches. They may neither scan a table without an index nor sort rows that an
/// index has in order.
@Suite struct QueryPlanTests {
    let temporary: TemporaryCatalog

    init() throws {
        temporary = try TemporaryCatalog()
    }

    @Test("a fetch of assets uses an index without sorting", arguments: QueryPlanTests.assetQueries)
    func aFetchOfAssetsUsesAnIndexAndSortsNothing(_ name: String, index: String, query: AssetQuery) throws {
        let plan = try plan(query.identifiersStatement())
        #expect(!plan.contains("TEMP B-TREE"), "\(name): \(plan)")
        #expect(!plan.contains { $0 == "SCAN asset" }, "\(name): \(plan)")
        #expect(plan.contains { $0.contains(index) }, "\(name): \(plan)")
        // With hidden assets or entire bursts, all rows are counted, and no index is better than the table.
        guard query.hidden == .excluded, !query.includesAllBurstMembers else { return }
        let count = try self.plan(query.countStatement())
        #expect(!count.contains { $0 == "SCAN asset" }, "count of \(name): \(count)")
    }

    private static let assetQueries: [(String, index: String, query: AssetQuery)] = {
        func query(_ change: (inout AssetQuery) -> Void) -> AssetQuery {
            var query = AssetQuery()
            change(&query)
            return query
        }
        func newest(_ query: inout AssetQuery) {
            query.orderings = [AssetOrdering(column: .creationDate, isAscending: false)]
        }
        let isVideo = AssetFilter.comparison(.column(.mediaType), .equal, .integer(2))
        let inRange = AssetFilter.between(.column(.creationDate), .real(0), .real(100))
        let isFavorite = AssetFilter.comparison(.column(.isFavorite), .equal, .integer(1))
        let ofBurst = AssetFilter.comparison(.column(.burstIdentifier), .equal, .text("b"))
        return [
            ("all", "COVERING INDEX assetByCreationDate", query { _ in }),
            ("newest first", "COVERING INDEX assetByCreationDate", query(newest)),
            (
                "the ten newest", "COVERING INDEX assetByCreationDate",
                query {
                    newest(&$0)
                    $0.limit = 10
                }
            ),
            (
                "videos", "COVERING INDEX assetByCreationDate",
                query {
                    newest(&$0)
                    $0.filter = isVideo
                }
            ),
            (
                "a date range with a type", "SEARCH asset USING COVERING INDEX assetByCreationDate",
                query {
                    newest(&$0)
                    $0.filter = .and([inRange, isVideo])
                }
            ),
            (
                "favourites", "COVERING INDEX assetFavorite",
                query {
                    newest(&$0)
                    $0.filter = isFavorite
                }
            ),
            (
                "unable to upload", "COVERING INDEX assetUnableToUpload",
                query {
                    newest(&$0)
                    $0.filter = .comparison(.column(.isUnableToUpload), .equal, .integer(1))
                }
            ),
            (
                "hidden", "INDEX assetHidden",
                query {
                    newest(&$0)
                    $0.hidden = .only
                }
            ),
            (
                "hidden ones too", "INDEX assetByCreationDate",
                query {
                    newest(&$0)
                    $0.hidden = .included
                }
            ),
            ("all of bursts too", "INDEX assetByCreationDate", query { $0.includesAllBurstMembers = true }),
            (
                "recently deleted", "INDEX assetTrashed",
                query {
                    $0.orderings = [AssetOrdering(column: .trashedDate, isAscending: false)]
                    ($0.trashed, $0.hidden, $0.includesAllBurstMembers, $0.sourceTypes) = (.only, .included, true, .all)
                }
            ),
            (
                "by date added", "COVERING INDEX assetByAddedDate",
                query { $0.orderings = [AssetOrdering(column: .addedDate, isAscending: false)] }
            ),
            (
                "a burst", "INDEX assetByBurst",
                query { ($0.filter, $0.includesAllBurstMembers) = (ofBurst, true) }
            ),
            ("an album", "COVERING INDEX albumMemberByPosition", query { $0.source = .album(1) }),
            (
                "an album with hidden ones", "COVERING INDEX albumMemberByPosition",
                query { ($0.source, $0.hidden) = (.album(1), .included) }
            ),
        ]
    }()

    @Test(
        "each identifier is found in the index",
        arguments: [AssetFilter.isIn(.column(.uuid), (0..<100).map { .text("\($0)") })])
    func identifiersAreLookedUpOneByOne(filter: AssetFilter) throws {
        var query = AssetQuery()
        query.filter = filter
        let plan = try plan(query.identifiersStatement())
        #expect(plan.contains { $0.contains("SEARCH asset USING INDEX assetByUUID") }, "\(plan)")
    }

    @Test("a fetch with limited access scans neither all assets nor all grants")
    func aClientWithLimitedAccessCostsWhatWasChosenForIt() throws {
        var query = AssetQuery()
        query.scope = .granted(client: "app")
        let plan = try plan(query.identifiersStatement())
        #expect(!plan.contains { $0 == "SCAN asset" || $0 == "SCAN grants" }, "\(plan)")
    }

    @Test(
        "collections and members are found by index",
        arguments: [
            "SELECT * FROM collection WHERE parentId IS NULL AND position IS NOT NULL ORDER BY position, id",
            "SELECT * FROM collection WHERE parentId = 1 ORDER BY position, id",
            "SELECT * FROM collection WHERE uuid IN (SELECT value FROM json_each('[]'))",
            "SELECT * FROM collection WHERE collection.id IN (SELECT collectionId FROM albumMember WHERE assetId = 1)",
            "SELECT position FROM albumMember WHERE collectionId = 1 ORDER BY position DESC LIMIT 1",
            "SELECT position FROM albumMember WHERE collectionId = 1 AND position > 1 ORDER BY position LIMIT 1",
            "SELECT assetId FROM albumMember WHERE collectionId = 1 AND assetId IN (SELECT value FROM json_each('[]'))",
            "UPDATE collection SET shownCount = 1 WHERE id IN (SELECT collectionId FROM albumMember WHERE assetId = 1)",
        ])
    func collectionsAreFoundByIndex(sql: String) throws {
        let plan = try plan((sql: sql, arguments: []))
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        #expect(
            !plan.contains { $0.hasPrefix("SCAN") && !$0.contains("INDEX") && !$0.contains("json_each") }, "\(plan)")
    }

    @Test(
        "assets that join or leave Unable to Upload are found without reading all assets, files or blobs",
        arguments: [CatalogReader.allStale, CatalogReader.staleOfBlob])
    func assetsWithStaleUploadStateAreFoundByIndex(sql: String) throws {
        let values: [(any DatabaseValueConvertible)?] = sql.contains("?2") ? [0, Data()] : [0]
        let plan = try plan((sql: sql, arguments: StatementArguments(values)))
        #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("assetUnableToUpload") }, "\(plan)")
    }

    @Test("membership of an asset is found without scanning the album")
    func whetherAnAssetIsAMemberCostsNoWalkOverTheAlbum() throws {
        let plan = try plan(
            (
                sql: """
                SELECT assetId, position FROM albumMember WHERE collectionId = 1
                AND assetId IN (SELECT value FROM json_each('[]'))
                """, arguments: []
            ))
        #expect(plan.contains { $0.contains("USING PRIMARY KEY (assetId=? AND collectionId=?)") }, "\(plan)")
    }

    /// The frames of a timeline's stacks are counted in the index, without reading rows of assets.
    @Test("frames of stacks are counted in the index")
    func framesOfStacksAreCountedInTheIndexAlone() throws {
        let plan = try plan(
            (
                sql: """
                SELECT burstIdentifier, count(*), sum(isHidden) FROM asset
                WHERE burstIdentifier IN (SELECT value FROM json_each('[]')) AND trashedDate IS NULL AND 1
                GROUP BY burstIdentifier
                """, arguments: []
            ))
        #expect(
            plan.contains { $0.contains("SEARCH asset USING COVERING INDEX assetByBurst (burstIdentifier=?)") },
            "\(plan)")
    }

    private func plan(_ statement: (sql: String, arguments: StatementArguments)) throws -> [String] {
        try temporary.catalog.read { reader in
            try Row.fetchAll(
                reader.database, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: statement.arguments
            ).map { $0["detail"] }
        }
    }
}
