import GRDB

extension CatalogReader {
    /// Up to `limit` assets whose row identifiers come after `identifier`, hidden and deleted ones among them: a walk over
    /// all of them in bounded memory.
    package func assets(after identifier: Int64, limit: Int) throws -> [AssetRecord] {
        try Row.fetchAll(
            try database.cachedStatement(
                sql: "SELECT \(AssetRecord.selection) FROM asset WHERE id > ? ORDER BY id LIMIT ?"),
            arguments: [identifier, limit]
        ).map(AssetRecord.init)
    }

    /// How many there are, hidden and deleted ones among them.
    package func assetCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM asset") ?? 0
    }

    /// How many assets each query matches, counted in one walk over those that are shown: a cost of the library.
    ///
    /// - Parameter filters: none or many; hidden and deleted assets are in no count.
    package func counts(ofShownAssets filters: [AssetFilter], scope: AssetQuery.Scope) throws -> [Int] {
        guard !filters.isEmpty else { return [] }
        let conditions = filters.map { $0.sql(alias: "asset") }
        var query = AssetQuery()
        query.scope = scope
        let (restriction, arguments) = query.condition()
        let counts = conditions.map { "count(*) FILTER (WHERE \($0.text))" }.joined(separator: ", ")
        let values = conditions.reduce(into: StatementArguments()) { $0 += $1.arguments }
        let row = try Row.fetchOne(
            database, sql: "SELECT \(counts) FROM asset WHERE \(restriction)", arguments: values + arguments)
        return filters.indices.map { row?[$0] ?? 0 }
    }
}
