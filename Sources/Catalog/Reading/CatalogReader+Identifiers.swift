import GRDB
package import Records

extension CatalogReader {
    package func assetIdentifiers(matching query: AssetQuery) throws -> [Int64] {
        var identifiers: [Int64] = []
        try forEachIdentifier(matching: query) { identifiers.append($0) }
        return identifiers
    }

    /// Returns the same identifiers as `assetIdentifiers(matching:)`, as an `IdentifierList`.
    package func identifierList(matching query: AssetQuery) throws -> IdentifierList {
        var identifiers = IdentifierList()
        try forEachIdentifier(matching: query) { identifiers.append($0) }
        return identifiers
    }

    /// - Complexity: O(*k*) for *k* kinds of assets if the query only tests the kind of visible assets. Otherwise, O(*n*)
    ///   for the *n* rows of an index or of the table that the condition can't exclude.
    package func assetCount(matching query: AssetQuery) throws -> Int {
        var query = try resolved(query)
        if let kinds = query.kindFilter, kinds.isWhole {
            return min(query.limit ?? .max, try count(ofKinds: kinds.filter))
        }
        let scans = try reachesMany(query)
        query.readsDetailsAsSets = scans && query.hasParserRoom
        let limit = query.limit ?? .max
        // A count with a limit needs a subquery.
        if !query.hasParserRoom { query.limit = nil }
        let (sql, arguments) = query.countStatement(scans: scans)
        return min(limit, try Int.fetchOne(try statement(sql, of: query), arguments: arguments) ?? 0)
    }

    /// Caches only statements whose conditions are always the same, because clients can use any number of predicates and
    /// the cache never shrinks.
    func statement(_ sql: String, of query: AssetQuery) throws -> Statement {
        query.filter == .all && (query.search == nil || query.hasOneSearchTerm)
            ? try database.cachedStatement(sql: sql) : try database.makeStatement(sql: sql)
    }

    private func forEachIdentifier(matching query: AssetQuery, _ body: (Int64) throws -> Void) throws {
        var query = try resolved(query)
        if let kinds = query.kindFilter, try largestIdentifier() >= Self.smallestScan {
            let count = try count(ofKinds: kinds.filter)
            if count == 0 { return }
            // The walk of the index ends with the last match.
            if kinds.isWhole { query.limit = min(query.limit ?? .max, count) }
        }
        var scans = false
        if try !query.isReadFromOrderedIndex && reachesMany(query) {
            scans = true
            query.readsDetailsAsSets = query.hasParserRoom
            if let index = query.orderedIndex { return try scan(query, inOrderOf: index).forEach(body) }
        }
        let (sql, arguments) = query.identifiersStatement(scans: scans)
        try statement(sql, of: query).forEachRow(arguments: arguments) { try body($0.int64(0)) }
    }

    /// Returns the number of visible assets whose kind matches.
    private func count(ofKinds filter: AssetFilter) throws -> Int {
        let condition = filter.sql(alias: "asset")
        return try Int.fetchOne(
            database, sql: "SELECT coalesce(sum(count), 0) FROM shownKind AS asset WHERE \(condition.text)",
            arguments: condition.arguments) ?? 0
    }

    // MARK: Scans

    /// The share of the table's rows that take as long at random positions as the whole table does in its order.
    private static let randomRowCost: Int64 = 32
    /// Smaller tables are quick in any order.
    static let smallestScan: Int64 = 4096

    private func largestIdentifier() throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT max(id) FROM asset")) ?? 0
    }

    /// Whether the query's condition concerns so many rows that a scan of the table is quicker than reading each.
    private func reachesMany(_ query: AssetQuery) throws -> Bool {
        guard query.isConditionOnEveryAsset else { return false }
        let largest = try largestIdentifier()
        guard largest >= Self.smallestScan else { return false }
        let limit = largest / Self.randomRowCost
        return try query.indexedBounds.allSatisfy { bounds in
            let condition = bounds.sql(alias: "asset")
            let count = try Int64.fetchOne(
                database, sql: "SELECT count(*) FROM (SELECT 1 FROM asset WHERE \(condition.text) LIMIT \(limit))",
                arguments: condition.arguments)
            return count == limit
        }
    }

    /// Finds the rows with a scan of the table, and orders them by a walk of an index that contains all rows.
    ///
    /// A query with a limit first reads a few rows in the index's order, because the limit may be reached there.
    private func scan(_ query: AssetQuery, inOrderOf index: AssetQuery.OrderedIndex) throws -> [Int64] {
        let largest = try largestIdentifier()
        if let limit = query.limit,
            let first = try firstRows(limit, of: query, rowLimit: largest / (4 * Self.randomRowCost))
        {
            return first
        }
        var found = IdentifierSet(upTo: largest)
        let (sql, arguments) = query.scanStatement()
        try database.makeStatement(sql: sql).forEachRow(arguments: arguments) { found.insert($0.int64(0)) }
        let limit = min(query.limit ?? .max, found.count)
        guard limit > 0 else { return [] }
        var ordered: [Int64] = []
        if found.count < largest / (2 * Self.randomRowCost) {
            let (sql, arguments) = query.orderingStatement(of: found.identifiers)
            try database.cachedStatement(sql: sql).forEachRow(arguments: arguments) { ordered.append($0.int64(0)) }
            return Array(ordered.prefix(limit))
        }
        ordered.reserveCapacity(limit)
        try database.cachedStatement(sql: "SELECT id FROM asset ORDER BY \(index.orderClause)").readRows(
            arguments: []
        ) { row in
            let identifier = row.int64(0)
            if found.contains(identifier) { ordered.append(identifier) }
            return ordered.count < limit
        }
        return ordered
    }

    /// Returns the first rows of a query, or `nil` if more rows than `rowLimit` would have to be read for them.
    private func firstRows(_ limit: Int, of query: AssetQuery, rowLimit: Int64) throws -> [Int64]? {
        guard limit < rowLimit else { return nil }
        var (found, rows): ([Int64], Int64) = ([], 0)
        var isComplete = limit == 0
        let (sql, arguments) = query.candidatesStatement()
        try database.makeStatement(sql: sql).readRows(arguments: arguments) { row in
            if row.bool(1) { found.append(row.int64(0)) }
            rows += 1
            isComplete = found.count >= limit
            return !isComplete && rows < rowLimit
        }
        return isComplete || rows < rowLimit ? Array(found.prefix(limit)) : nil
    }

    // MARK: Media types

    /// Returns how many of the rows have the media type, including those of purged assets.
    ///
    /// - Complexity: O(*k* log *n*) for *k* identifiers in a library of *n* assets, and O(*n*) for many identifiers.
    package func count(ofMediaType mediaType: AssetMediaType, in identifiers: IdentifierList) throws -> Int {
        let largest = try largestIdentifier()
        let live =
            largest >= Self.smallestScan && identifiers.count > largest / Self.randomRowCost
            ? try scannedCount(ofMediaType: mediaType, in: identifiers, upTo: largest)
            : try lookedUpCount(ofMediaType: mediaType, in: identifiers)
        let hasPurged = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM tombstone)")
        guard try Bool.fetchOne(hasPurged) ?? false else { return live }
        let purged = try database.cachedStatement(
            sql: """
                SELECT count(*) FROM tombstone WHERE mediaType = ? AND assetId IN (SELECT value FROM json_each(?))
                """)
        return live + (try Int.fetchOne(purged, arguments: [mediaType.rawValue, JSONList.text(identifiers)]) ?? 0)
    }

    private func scannedCount(
        ofMediaType mediaType: AssetMediaType, in identifiers: IdentifierList, upTo largest: Int64
    ) throws -> Int {
        var typed = IdentifierSet(upTo: largest)
        // The index by date has the type. It is a fraction of the table.
        try database.cachedStatement(
            sql: "SELECT id FROM asset INDEXED BY assetByCreationDate WHERE mediaType = ?"
        ).forEachRow(arguments: [mediaType.rawValue]) { typed.insert($0.int64(0)) }
        var count = 0
        identifiers.forEachIndexed { if typed.contains($1) { count += 1 } }
        return count
    }

    private func lookedUpCount(ofMediaType mediaType: AssetMediaType, in identifiers: IdentifierList) throws -> Int {
        try Int.fetchOne(
            try database.cachedStatement(
                sql: "SELECT count(*) FROM asset WHERE mediaType = ? AND id IN (SELECT value FROM json_each(?))"),
            arguments: [mediaType.rawValue, JSONList.text(identifiers)]) ?? 0
    }
}
