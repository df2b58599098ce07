import Testing

@testable import Catalog

@Suite struct AssetFilterTests {
    let table: AssetFilterTable

    init() throws {
        table = try AssetFilterTable([
            .init(name: "early", creationDate: 10),
            .init(name: "late", mediaSubtypes: 8 | 4, creationDate: 20, burstIdentifier: "b1"),
            .init(name: "undated", mediaType: 2, duration: 5, modificationDate: 7, isFavorite: true),
        ])
    }

    private func created(_ comparison: AssetFilter.Comparison, _ date: Double) -> AssetFilter {
        .comparison(.column(.creationDate), comparison, .real(date))
    }

    @Test func `all, none and empty lists`() throws {
        #expect(try table.names(.all).count == 3)
        #expect(try table.names(.none).isEmpty)
        #expect(try table.names(.and([])).count == 3)
        #expect(try table.names(.or([])).isEmpty)
        #expect(try table.names(.not(.and([]))).isEmpty)
        #expect(try table.names(.isIn(.column(.mediaType), [])).isEmpty)
        #expect(try table.names(.not(.isIn(.column(.mediaType), []))).count == 3)
    }

    @Test(arguments: [AssetFilter.Comparison.less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual])
    func `a condition and its negation partition the rows`(comparison: AssetFilter.Comparison) throws {
        let filters: [AssetFilter] = [
            created(comparison, 10), created(comparison, .nan), created(comparison, .infinity),
            .columns(.creationDate, comparison, .modificationDate), .columns(.pixelWidth, comparison, .pixelHeight),
            .comparison(.bits(.mediaSubtypes, mask: 8), comparison, .integer(0)),
            .and([created(comparison, 10), .isNull(.burstIdentifier)]),
            .or([created(comparison, 10), .not(.isNull(.burstIdentifier))]),
            .between(.column(.creationDate), .real(5), .real(15)),
            .isIn(.column(.creationDate), [.real(10)]),
            .isIn(.column(.creationDate), (0..<100).map { .real(Double($0)) }),
            .matches(.burstIdentifier, .init(kind: .equal, pattern: "b1")),
            .isNull(.creationDate), .isNull(.uuid),
        ]
        for filter in filters {
            let rows = try table.names(filter)
            let others = try table.names(.not(filter))
            #expect((rows + others).sorted() == ["early", "late", "undated"], "\(filter)")
            #expect(try table.names(.not(.not(filter))) == rows, "\(filter)")
        }
    }

    @Test func `a row without a value compares as NSPredicate does`() throws {
        #expect(try table.names(created(.greater, 15)) == ["late"])
        #expect(try table.names(.not(created(.greater, 15))) == ["early", "undated"])
        #expect(try table.names(created(.notEqual, 10)) == ["late", "undated"])
        #expect(try table.names(.not(created(.notEqual, 10))) == ["early"])
        #expect(try table.names(created(.equal, .nan)).isEmpty)
        #expect(try table.names(created(.notEqual, .nan)).count == 3)
        #expect(try table.names(.isNull(.creationDate)) == ["undated"])
        #expect(try table.names(.columns(.creationDate, .equal, .burstIdentifier)) == ["undated"])
    }

    @Test func `bits, ranges and columns against each other`() throws {
        #expect(try table.names(.comparison(.bits(.mediaSubtypes, mask: 8), .notEqual, .integer(0))) == ["late"])
        #expect(try table.names(.isIn(.bits(.mediaSubtypes, mask: 12), [.integer(12)])) == ["late"])
        #expect(try table.names(.between(.column(.creationDate), .real(10), .real(20))) == ["early", "late"])
        #expect(try table.names(.columns(.pixelWidth, .greater, .pixelHeight)).count == 3)
    }

    @Test func `each column has the alias`() throws {
        let filter = AssetFilter.and([
            created(.greater, 5), .columns(.pixelWidth, .notEqual, .pixelHeight), .isNull(.latitude),
            .matches(.burstIdentifier, .init(kind: .contains, pattern: "b")),
        ])
        #expect(try table.names(filter, alias: "image") == ["late"])
        #expect(AssetOrdering(column: .duration, isAscending: false).sql(alias: "image") == "image.duration DESC")
    }

    @Test func `a list of a hundred thousand identifiers uses the index`() throws {
        let identifiers = (0..<100_000).map { AssetFilter.Value.text("missing \($0) \"\\\n") } + [.text("late")]
        let filter = AssetFilter.isIn(.column(.uuid), identifiers)
        #expect(filter.sql().values.count == 1)
        #expect(try table.names(filter) == ["late"])
        #expect(try table.names(.not(filter)) == ["early", "undated"])
        #expect(try table.plan(filter).contains("assetByUUID"))
    }

    @Test func `a long list supports quotes, backslashes, infinities and exact numbers`() throws {
        var generator = SystemRandomNumberGenerator()
        let reals = (0..<2_000).map { _ in Double.random(in: -1e9...1e9, using: &generator) } + [.infinity, 1e300]
        var rows = reals.enumerated().map { AssetFilterTable.Row(name: "\($0)", creationDate: $1) }
        rows.append(.init(name: "a\"b\\c\u{1}\n/é😀"))
        let table = try AssetFilterTable(rows)
        #expect(try table.names(.isIn(.column(.creationDate), reals.map { .real($0) })).count == reals.count)
        let names = rows.map { AssetFilter.Value.text($0.name) }
        #expect(try table.names(.isIn(.column(.uuid), names)).count == rows.count)
    }

    @Test func `five thousand alternatives are within SQLite's depth`() throws {
        let filters = (0..<5_000).map { created(.equal, Double($0)) }
        #expect(try table.names(.or(filters)) == ["early", "late"])
        #expect(try table.names(.not(.or(filters))) == ["undated"])
    }

    @Test func `a literal flag uses its partial index`() throws {
        let filter = AssetFilter.comparison(.column(.isFavorite), .equal, .integer(1))
        #expect(try table.names(filter) == ["undated"])
        #expect(filter.sql().values.isEmpty)
        #expect(try table.plan(filter).contains("INDEX"))
    }

    @Test(arguments: [
        (AssetFilter.TextMatch.Kind.contains, "ETE", true, true, true),
        (.contains, "ETE", true, false, false),
        (.contains, "", false, false, false),
        (.equal, "ete 2024.jpg", true, true, true),
        (.equal, "Été 2024.jpg", false, false, true),
        (.beginsWith, "été", true, false, true),
        (.beginsWith, "été", false, false, false),
        (.endsWith, ".JPG", true, false, true),
        (.like, "*2024*", false, false, true),
        (.like, "?t? 20*.jpg", false, false, true),
        (.like, "?t? 20*.png", false, false, false),
        (.like, "*\\**", false, false, false),
        (.like, "", false, false, false),
    ])
    func `a text matches`(
        kind: AssetFilter.TextMatch.Kind, pattern: String, ignoresCase: Bool, ignoresDiacritics: Bool, expected: Bool
    ) throws {
        let table = try AssetFilterTable([.init(name: "photo", burstIdentifier: "Été 2024.jpg"), .init(name: "other")])
        let match = AssetFilter.TextMatch(
            kind: kind, pattern: pattern, ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
        #expect(match.matches("Été 2024.jpg") == expected)
        #expect(try table.names(.matches(.burstIdentifier, match)) == (expected ? ["photo"] : []))
    }

    @Test func `a pattern with many stars is quick`() {
        let match = AssetFilter.TextMatch(kind: .like, pattern: String(repeating: "*a", count: 50) + "*b")
        #expect(!match.matches(String(repeating: "a", count: 2_000)))
    }
}
