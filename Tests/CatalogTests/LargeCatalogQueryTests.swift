import AlbumenTestSupport
import Foundation
import GRDB
import Records
import Testing

@testable import Catalog

/// Queries of a catalog that is large enough for scans of the table.
@Suite struct LargeCatalogQueryTests {
    private let temporary: TemporaryCatalog

    init() throws {
        temporary = try TemporaryCatalog()
        var generator = SeededGenerator(seed: 38)
        try Self.fill(temporary.catalog, count: Int(CatalogReader.smallestScan) + 200, &generator)
    }

    /// The plain statements are the reference: they walk an index or sort, and look up details.
    @Test func `a scan finds the same assets in the same order as the query's plain statement`() throws {
        for seed in 0..<TestLength.cases(300) {
            var generator = SeededGenerator(seed: UInt64(seed))
            let query = Self.query(&generator)
            try temporary.catalog.read { reader in
                let (sql, arguments) = query.identifiersStatement()
                let expected = try Int64.fetchAll(reader.database, sql: sql, arguments: arguments)
                #expect(try reader.assetIdentifiers(matching: query) == expected, "seed \(seed): \(query)")
                #expect(try Array(reader.identifierList(matching: query)) == expected, "seed \(seed)")
                #expect(try reader.assetCount(matching: query) == expected.count, "seed \(seed): \(query)")
            }
        }
    }

    @Test func `a negated condition on a detail includes assets without it`() throws {
        let conditions: [AssetFilter] = [
            .comparison(.column(.cameraModel), .equal, .text("A")), .comparison(.column(.iso), .greater, .integer(200)),
            .comparison(.column(.iso), .notEqual, .integer(100)), .isIn(.column(.rating), [.integer(1), .integer(2)]),
            .matches(.keywords, .init(kind: .equal, pattern: "sea")), .isNull(.cameraModel),
            .comparison(.column(.fileSize), .less, .integer(500)), .isNull(.originalFilename),
            .matches(.originalFilename, .init(kind: .contains, pattern: "1")),
        ]
        for condition in conditions {
            var query = AssetQuery()
            query.filter = condition
            let matching = try temporary.catalog.read { try $0.assetIdentifiers(matching: query) }
            query.filter = .not(condition)
            let others = try temporary.catalog.read { try $0.assetIdentifiers(matching: query) }
            query.filter = .all
            let all = try temporary.catalog.read { try $0.assetIdentifiers(matching: query) }
            #expect((matching + others).sorted() == all.sorted(), "\(condition)")
        }
    }

    @Test func `media types of many rows are counted as those of few`() throws {
        try temporary.catalog.read { reader in
            let all = try reader.identifierList(matching: AssetQuery())
            let videos = try reader.count(ofMediaType: .video, in: all)
            let parts = try stride(from: 0, to: all.count, by: 50).map { start in
                try reader.count(ofMediaType: .video, in: IdentifierList(all[start..<min(start + 50, all.count)]))
            }
            #expect(videos == parts.reduce(0, +) && videos > 100)
        }
    }

    // MARK: Plans

    @Test func `a scan reads the table once and walks a covering index`() throws {
        var query = AssetQuery()
        query.filter = .comparison(.column(.duration), .greater, .real(5))
        let index = try #require(query.orderedIndex)
        #expect(try plan(query.scanStatement()) == ["SCAN asset"])
        #expect(try plan(query.countStatement(scans: true)) == ["SCAN asset"])
        let walk = try plan(("SELECT id FROM asset ORDER BY \(index.orderClause)", []))
        #expect(walk == ["SCAN asset USING COVERING INDEX assetByCreationDate"])
        query.orderings = [AssetOrdering(column: .addedDate, isAscending: false)]
        let added = try #require(query.orderedIndex)
        let other = try plan(("SELECT id FROM asset ORDER BY \(added.orderClause)", []))
        #expect(other == ["SCAN asset USING COVERING INDEX assetByAddedDate"])
    }

    @Test func `conditions with an index of their own need no scan`() {
        let long = AssetFilter.comparison(.column(.duration), .greater, .real(5))
        let others: [AssetFilter] = [
            .comparison(.column(.isFavorite), .equal, .integer(1)), .comparison(.column(.uuid), .equal, .text("a")),
            .isIn(.column(.id), [.integer(1)]), .comparison(.column(.burstIdentifier), .equal, .text("b")), .none,
        ]
        for other in others {
            var query = AssetQuery()
            query.filter = .and([long, other])
            #expect(!query.isConditionOnEveryAsset, "\(other)")
        }
        var query = AssetQuery()
        query.filter = long
        #expect(query.isConditionOnEveryAsset && !query.isReadFromOrderedIndex)
        query.filter = .comparison(.column(.mediaType), .equal, .integer(2))
        #expect(query.isReadFromOrderedIndex)
        query.orderings = [AssetOrdering(column: .modificationDate, isAscending: true)]
        #expect(!query.isReadFromOrderedIndex)
        query.hidden = .only
        #expect(!query.isConditionOnEveryAsset)
        query.hidden = .included
        #expect(query.isConditionOnEveryAsset)
        query.source = .album(1)
        #expect(!query.isConditionOnEveryAsset)
    }

    @Test(arguments: [
        AssetFilter.matches(.originalFilename, .init(kind: .equal, pattern: "a")),
        .comparison(.column(.fileSize), .greater, .integer(1)), .matches(.keywords, .init(kind: .equal, pattern: "a")),
    ])
    func `the deepest filters on details can be fetched and counted`(_ leaf: AssetFilter) throws {
        var query = AssetQuery()
        query.filter = leaf
        while query.filter.nesting < AssetFilter.deepestNesting {
            let isConjunction = query.filter.nesting % 2 == 0
            query.filter = isConjunction ? .and([query.filter, leaf]) : .or([query.filter, leaf])
        }
        #expect(query.filter.nesting == AssetFilter.deepestNesting)
        for limit in [nil, 3] {
            query.limit = limit
            let found = try temporary.catalog.read { try $0.assetIdentifiers(matching: query) }
            #expect(try temporary.catalog.read { try $0.assetCount(matching: query) } == found.count)
        }
    }

    @Test func `conditions on details read their table once`() throws {
        var query = AssetQuery()
        query.filter = .not(.comparison(.column(.cameraModel), .equal, .text("A")))
        query.readsDetailsAsSets = true
        let plan = try plan(query.countStatement(scans: true))
        #expect(plan.contains("SCAN assetMetadata") && !plan.contains { $0.contains("CORRELATED") }, "\(plan)")
    }

    private func plan(_ statement: (sql: String, arguments: StatementArguments)) throws -> [String] {
        try temporary.catalog.read { reader in
            try Row.fetchAll(
                reader.database, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: statement.arguments
            ).map { $0["detail"] }
        }
    }

    // MARK: Random queries

    private static func query(_ generator: inout SeededGenerator) -> AssetQuery {
        var query = AssetQuery()
        let count = Int.random(in: 0...3, using: &generator)
        let filters = (0..<count).map { _ in leaf(&generator) }
        query.filter = Bool.random(using: &generator) ? .and(filters) : filters.isEmpty ? .all : .or(filters)
        if Int.random(in: 0..<3, using: &generator) == 0 {
            query.filter = .and([leaf(&generator), .or([query.filter, leaf(&generator)])])
        }
        let columns: [AssetColumn?] = [.creationDate, .addedDate, .pixelWidth, .modificationDate, nil]
        if let column = columns.randomElement(using: &generator) ?? nil {
            query.orderings = [AssetOrdering(column: column, isAscending: Bool.random(using: &generator))]
            if Int.random(in: 0..<4, using: &generator) == 0 {
                query.orderings.append(AssetOrdering(column: .duration, isAscending: Bool.random(using: &generator)))
            }
        }
        let limits: [Int?] = [nil, nil, 0, 1, 5, 40, 1000, 100_000]
        query.limit = limits.randomElement(using: &generator) ?? nil
        if Int.random(in: 0..<4, using: &generator) == 0 { query.hidden = .included }
        if Int.random(in: 0..<6, using: &generator) == 0 { query.includesAllBurstMembers = true }
        if Int.random(in: 0..<8, using: &generator) == 0 { query.trashed = .included }
        if Int.random(in: 0..<8, using: &generator) == 0 { query.hidden = .only }
        if Int.random(in: 0..<8, using: &generator) == 0 { query.sourceTypes = .all }
        return query
    }

    private static func leaf(_ generator: inout SeededGenerator) -> AssetFilter {
        let comparisons: [AssetFilter.Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
        let comparison = comparisons.randomElement(using: &generator) ?? .equal
        let number = Int64.random(in: 0...9, using: &generator)
        let leaves: [AssetFilter] = [
            .comparison(.column(.duration), comparison, .real(Double(number))),
            .comparison(.column(.pixelWidth), comparison, .integer(number * 100)),
            .comparison(.column(.creationDate), comparison, .real(Double(number) * 1000)),
            .between(.column(.creationDate), .real(Double(number) * 1000), .real(Double(number) * 1000 + 50)),
            .isNull(.creationDate), .isNull(.latitude), .isNull(.cameraModel),
            .comparison(.column(.mediaType), comparison, .integer(2)),
            .comparison(.column(.isFavorite), .equal, .integer(1)),
            .comparison(.column(.iso), comparison, .integer(number * 50)),
            .comparison(.column(.cameraModel), comparison, .text("A")),
            .matches(.keywords, .init(kind: .equal, pattern: "sea")),
            .matches(.originalFilename, .init(kind: .contains, pattern: "\(number)")),
            .comparison(.column(.fileSize), comparison, .integer(number * 100)),
            .isIn(.column(.rating), [.integer(1), .integer(number)]),
            .columns(.pixelWidth, comparison, .pixelHeight),
            .comparison(.column(.addedDate), comparison, .real(Double(number) * 10)),
            .isIn(.column(.iso), (0..<20).map { .integer(Int64($0) * number * 10) }),
            .comparison(.bits(.mediaSubtypes, mask: 8), .notEqual, .integer(0)), .not(.isNull(.burstIdentifier)),
            .comparison(.column(.duration), comparison, .real(.nan)), .isNull(.fileSize),
        ]
        let leaf = leaves.randomElement(using: &generator) ?? .all
        return Int.random(in: 0..<4, using: &generator) == 0 ? .not(leaf) : leaf
    }

    // MARK: Random assets

    private static func fill(_ catalog: Catalog, count: Int, _ generator: inout SeededGenerator) throws {
        try catalog.write(author: "test") { transaction in
            for index in 0..<count {
                let identifier = try transaction.insert(asset(index, &generator))
                for type in [ResourceType.photo, .fullSizePhoto].prefix(Int.random(in: 1...2, using: &generator)) {
                    try transaction.insert(
                        ResourceRecord(
                            type: type, sha256: .zero, fileSize: Int64.random(in: 0...999, using: &generator),
                            originalFilename: "IMG_\(index).JPG", uniformTypeIdentifier: "public.jpeg", pixelWidth: 1,
                            pixelHeight: 1),
                        intoAsset: identifier)
                }
                guard Int.random(in: 0..<4, using: &generator) > 0 else { continue }
                var metadata = MetadataRecord()
                metadata.cameraModel = ["A", "B", nil].randomElement(using: &generator) ?? nil
                metadata.iso = Bool.random(using: &generator) ? Int.random(in: 0...9, using: &generator) * 50 : nil
                metadata.keywords = Bool.random(using: &generator) ? ["sea", "sky"] : []
                metadata.rating = [nil, 1, 2, 3].randomElement(using: &generator) ?? nil
                try transaction.setMetadata(metadata, ofAsset: identifier)
            }
        }
    }

    private static func asset(_ index: Int, _ generator: inout SeededGenerator) -> AssetRecord {
        var asset = AssetRecord.sample(index)
        let isVideo = Int.random(in: 0..<10, using: &generator) == 0
        asset.mediaType = isVideo ? .video : .image
        asset.duration = isVideo ? Double.random(in: 0...9, using: &generator) : 0
        asset.pixelWidth = Int.random(in: 1...9, using: &generator) * 100
        asset.pixelHeight = Int.random(in: 1...9, using: &generator) * 100
        // Some have no date, and many share one.
        let date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...9999, using: &generator)))
        asset.creationDate = Int.random(in: 0..<50, using: &generator) > 0 ? date : nil
        asset.addedDate = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...99, using: &generator)))
        asset.latitude = Bool.random(using: &generator) ? 1 : nil
        asset.isFavorite = Int.random(in: 0..<40, using: &generator) == 0
        asset.mediaSubtypes = Int.random(in: 0..<20, using: &generator) == 0 ? .photoLive : []
        if Int.random(in: 0..<20, using: &generator) == 0 {
            asset.burstIdentifier = "burst \(index / 100)"
            asset.representsBurst = Int.random(in: 0..<3, using: &generator) == 0
        }
        asset.isHidden = Int.random(in: 0..<30, using: &generator) == 0
        asset.trashedDate = Int.random(in: 0..<60, using: &generator) == 0 ? date : nil
        return asset
    }
}
