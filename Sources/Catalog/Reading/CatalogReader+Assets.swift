import GRDB
package import Records

extension CatalogReader {
    /// Returns the resources of an asset in the order in which they were added. Returns an empty array if the scope has
    /// no such asset.
    ///
    /// - Parameter includesTrash: Whether the asset may be in Recently Deleted.
    package func resources(
        ofAsset identifier: Int64, uuid: String, includesTrash: Bool = false, in scope: AssetQuery.Scope
    ) throws -> [ResourceRecord] {
        let condition = includesTrash ? "id = ? AND uuid = ?" : "id = ? AND uuid = ? AND trashedDate IS NULL"
        return try resources(ofAssetWhere: condition, [identifier, uuid], in: scope)
    }

    /// Returns the resources of an asset, in Recently Deleted or not, in the order in which they were added. Returns an
    /// empty array if the scope has no such asset.
    package func resources(ofAssetUUID uuid: String, in scope: AssetQuery.Scope) throws -> [ResourceRecord] {
        try resources(ofAssetWhere: "uuid = ?", [uuid], in: scope)
    }

    /// Reads with one statement, so no transaction is needed.
    private func resources(
        ofAssetWhere condition: String, _ values: StatementArguments, in scope: AssetQuery.Scope
    ) throws -> [ResourceRecord] {
        var (condition, arguments) = (condition, values)
        switch scope {
        case .everything: break
        case .granted(let client):
            condition += " AND \(AssetQuery.isGranted)"
            arguments += [client]
        case .chosen(let assets):
            condition += " AND asset.id IN (SELECT value FROM json_each(?))"
            arguments += [JSONList.text(assets)]
        case .nothing: return []
        }
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(ResourceRecord.table.selection) FROM resource
                WHERE assetId = (SELECT id FROM asset WHERE \(condition)) ORDER BY id
                """)
        return try statement.records(arguments: arguments)
    }

    /// Returns up to `limit` assets whose row identifiers are larger than `identifier`, including hidden and deleted
    /// assets. Callers use it to read all assets in bounded memory.
    package func assets(after identifier: Int64, limit: Int) throws -> [AssetRecord] {
        try database.cachedStatement(
            sql: "SELECT \(AssetRecord.table.selection) FROM asset WHERE id > ? ORDER BY id LIMIT ?"
        ).records(arguments: [identifier, limit])
    }

    /// Returns the number of all assets, including hidden and deleted ones.
    package func assetCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM asset") ?? 0
    }

    /// Returns the number of assets that a fetch without options contains.
    ///
    /// - Complexity: O(*k*) for *k* kinds of assets, whose counts the catalog stores.
    package func shownCount() throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT sum(count) FROM shownKind")) ?? 0
    }

    /// Returns the number of assets that match each filter. Excludes hidden and deleted assets.
    ///
    /// - Complexity: O(*k*) for *k* kinds of assets if the client sees everything and all filters only test the kind of
    ///   an asset. Otherwise, O(*n*) for *n* visible assets, in one pass.
    package func counts(ofShownAssets filters: [AssetFilter], scope: AssetQuery.Scope) throws -> [Int] {
        guard !filters.isEmpty else { return [] }
        let conditions = filters.map { $0.sql(alias: "asset") }
        var query = AssetQuery()
        query.scope = scope
        let (restriction, arguments) = query.condition()
        let isByKind = scope == .everything && filters.allSatisfy { $0.columns.isSubset(of: ShownKind.assetColumns) }
        let sum = isByKind ? "sum(asset.count)" : "count(*)"
        let counts = conditions.map { "\(sum) FILTER (WHERE \($0.text))" }.joined(separator: ", ")
        let source = isByKind ? "shownKind AS asset" : "asset WHERE \(restriction)"
        let values = conditions.reduce(into: StatementArguments()) { $0 += $1.arguments }
        let row = try Row.fetchOne(
            database, sql: "SELECT \(counts) FROM \(source)", arguments: isByKind ? values : values + arguments)
        return filters.indices.map { index in row.flatMap { $0[index] as Int? } ?? 0 }
    }
}
