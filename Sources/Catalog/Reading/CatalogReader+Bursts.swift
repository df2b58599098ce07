import GRDB
package import Records

extension CatalogReader {
    /// Returns the frames of a burst in the order in which they were taken, including hidden frames and frames in
    /// Recently Deleted.
    ///
    /// - Complexity: O(*n*) for *n* frames of the burst.
    package func burstFrames(
        _ burstIdentifier: String, scope: AssetQuery.Scope = .everything
    ) throws -> [BurstFrame] {
        let (condition, arguments) = scopeCondition(scope)
        return try database.cachedStatement(
            sql: """
                SELECT \(BurstFrame.table.selection) FROM asset
                WHERE burstIdentifier = ? AND \(condition) ORDER BY creationDate, id
                """
        ).records(arguments: [burstIdentifier] + arguments)
    }

    /// Returns the number of frames of each burst outside Recently Deleted. Leaves out bursts without such frames.
    ///
    /// - Complexity: O(*n*) for *n* frames of these bursts. Reads the index `assetByBurst` and no rows of assets.
    package func burstCounts(
        _ burstIdentifiers: Set<String>, scope: AssetQuery.Scope = .everything
    ) throws -> [String: BurstCount] {
        guard !burstIdentifiers.isEmpty else { return [:] }
        let (condition, arguments) = scopeCondition(scope)
        let rows = try Row.fetchCursor(
            try database.cachedStatement(
                sql: """
                    SELECT burstIdentifier, count(*), sum(isHidden) FROM asset
                    WHERE burstIdentifier IN (SELECT value FROM json_each(?)) AND trashedDate IS NULL AND \(condition)
                    GROUP BY burstIdentifier
                    """),
            arguments: [try JSONList.text(Array(burstIdentifiers))] + arguments)
        var counts: [String: BurstCount] = [:]
        while let row = try rows.next() {
            let hidden: Int = row[2]
            counts[row[0]] = BurstCount(visible: row[1] - hidden, hidden: hidden)
        }
        return counts
    }

    private func scopeCondition(_ scope: AssetQuery.Scope) -> (sql: String, arguments: StatementArguments) {
        switch scope {
        case .everything: ("1", [])
        case .granted(let client): (AssetQuery.isGranted, [client])
        case .chosen(let assets): ("asset.id IN (SELECT value FROM json_each(?))", [JSONList.text(assets)])
        case .nothing: ("0", [])
        }
    }
}
