import GRDB
package import Records

/// A query for assets: their source, filter and order.
package struct AssetQuery: Sendable, Hashable {
    /// The assets that a client may see. The scope is part of the statement, so counts and limits only include these
    /// assets.
    package enum Scope: Sendable, Hashable {
        case everything
        case granted(client: String)
        /// The assets with these row identifiers.
        case chosen([Int64])
        case nothing

        /// Returns the author name of a client's changes.
        package static func author(ofClient client: String) -> String { "client:\(client)" }
    }

    package enum Presence: Sendable, Hashable {
        case excluded, included, only
    }

    /// The assets to search. The source also determines the order if there are no orderings.
    package enum Source: Sendable, Hashable {
        case library
        /// The members of an album in the album's order.
        case album(Int64)
        /// The given rows in the given order.
        case rows([Int64])
    }

    package var source: Source = .library
    package var filter: AssetFilter = .all
    /// The words that the assets must have, or `nil` for any asset.
    package var search: TextSearch?
    /// The kinds that the search finds by their names.
    package var searchKinds = SearchKinds([])
    /// Whether a word can also be in the name of an asset's album. `CatalogReader` clears it if no album has any of the
    /// words, so that the index is read only once.
    var searchesAlbums = true
    /// Whether a word can also be in a name of an asset's place, as for albums.
    var searchesPlaces = true
    /// The terms of `search`, if `CatalogReader` has already made them.
    var searchExpressions: TextSearch.Expressions?
    /// Whether conditions on details are sets of assets, read from the table with the details once. Otherwise, SQLite
    /// looks up the details of each asset. `CatalogReader` decides.
    var readsDetailsAsSets = false
    /// The sort descriptors. The identifier breaks ties, in the direction of the first descriptor.
    package var orderings: [AssetOrdering] = []
    /// The largest number of results, applied after sorting: at least 0, or `nil` for no limit.
    package var limit: Int?
    package var hidden: Presence = .excluded
    package var trashed: Presence = .excluded
    package var includesAllBurstMembers = false
    /// The sources to search. Empty means the user's own library.
    package var sourceTypes: SourceTypes = []
    package var scope: Scope = .everything

    package init() {}
}

extension AssetQuery {
    /// Returns the statement for the identifiers of matching rows in order. With the default options and an order by
    /// date, SQLite reads only the resulting rows of a covering index and doesn't sort.
    ///
    /// - Parameter scans: Whether to read the table in its own order.
    func identifiersStatement(scans: Bool = false) -> (sql: String, arguments: StatementArguments) {
        var (condition, arguments) = condition()
        let table = scans ? Self.scannedTable : self.table
        var sql = "SELECT asset.id FROM \(table) WHERE \(condition) ORDER BY \(orderClause)"
        if let limit {
            sql += " LIMIT ?"
            arguments += [limit]
        }
        return (sql, arguments)
    }

    /// - Parameter scans: Whether to read the table in its own order, unless an index has all columns.
    func countStatement(scans: Bool = false) -> (sql: String, arguments: StatementArguments) {
        let (condition, arguments) = condition()
        let table = scans && !isCovered ? Self.scannedTable : self.table
        guard let limit else { return ("SELECT count(*) FROM \(table) WHERE \(condition)", arguments) }
        return ("SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(condition) LIMIT ?)", arguments + [limit])
    }

    /// Returns the statement for the identifiers of matching rows in no order, with a scan of the table.
    func scanStatement() -> (sql: String, arguments: StatementArguments) {
        let (condition, arguments) = condition()
        return ("SELECT asset.id FROM \(Self.scannedTable) WHERE \(condition)", arguments)
    }

    /// Returns the statement for given rows in the query's order.
    func orderingStatement(of identifiers: [Int64]) -> (sql: String, arguments: StatementArguments) {
        (
            "SELECT asset.id FROM asset WHERE id IN (SELECT value FROM json_each(?)) ORDER BY \(orderClause)",
            [JSONList.text(identifiers)]
        )
    }

    /// Returns the statement for the identifiers of all rows within the filter's bounds of the order, and for whether
    /// each matches.
    func candidatesStatement() -> (sql: String, arguments: StatementArguments) {
        var query = self
        query.readsDetailsAsSets = false
        let (condition, arguments) = query.condition()
        let bounds = orderBounds.sql(alias: "asset")
        return (
            "SELECT asset.id, \(condition) FROM asset WHERE \(bounds.text) ORDER BY \(orderClause)",
            arguments + bounds.arguments
        )
    }

    /// Returns the statement for the matching rows among given rows, in the query's order without its limit. Doesn't
    /// support a query whose source is given rows.
    ///
    /// - Complexity: O(*n* log *m*) for *n* given rows in a library of *m* assets.
    func selectionStatement(among identifiers: [Int64]) -> (sql: String, arguments: StatementArguments) {
        let (condition, arguments) = condition(isAmongGivenRows: true)
        let touched = "json_each(?) AS touched"
        let table =
            switch source {
            case .library, .rows: "\(touched) CROSS JOIN asset ON asset.id = touched.value"
            case .album(let album):
                """
                \(touched) CROSS JOIN albumMember AS member
                    ON member.assetId = touched.value AND member.collectionId = \(album)
                CROSS JOIN asset ON asset.id = member.assetId
                """
            }
        return (
            "SELECT asset.id FROM \(table) WHERE \(condition) ORDER BY \(orderClause)",
            [JSONList.text(identifiers)] + arguments
        )
    }

    /// The join starts with the source, so its cost depends on the source's size and not on the library's.
    private var table: String {
        switch source {
        case .library: "asset"
        case .album: "albumMember AS member CROSS JOIN asset ON asset.id = member.assetId"
        case .rows: "json_each(?) AS member CROSS JOIN asset ON asset.id = member.value"
        }
    }

    /// - Parameter isAmongGivenRows: Whether the statement begins with given rows.
    func condition(isAmongGivenRows: Bool = false) -> (sql: String, arguments: StatementArguments) {
        var terms: [String] = []
        var arguments = StatementArguments()
        switch source {
        case .library: break
        case .album(let album):
            terms.append("member.collectionId = ?")
            arguments += [album]
        // The list is a parameter in the table's name, which precedes all conditions.
        case .rows(let identifiers): arguments += [JSONList.text(identifiers)]
        }
        if asksForWhatIsShown {
            terms.append("isShown = 1")
        } else {
            terms += presenceTerms
        }
        if !searchesOwnLibrary {
            terms.append("sourceType & ? != 0")
            arguments += [sourceTypes.rawValue]
        }
        if filter != .all {
            let rendered = filter.sql(alias: "asset", readsDetailsAsSets: readsDetailsAsSets)
            terms.append("(\(rendered.text))")
            arguments += rendered.arguments
        }
        if let search { add(search, to: &terms, &arguments) }
        switch scope {
        case .everything: break
        case .granted(let client):
            // SQLite reads the whole list once. That is the quickest way to many assets, and the slowest to a few.
            let isOfFew = isAmongGivenRows || isOfGivenRows || filter.namesAssets
            terms.append(isOfFew ? Self.isGranted : "asset.id IN (SELECT assetId FROM grants WHERE client = ?)")
            arguments += [client]
        case .chosen(let assets):
            terms.append("asset.id IN (SELECT value FROM json_each(?))")
            arguments += [JSONList.text(assets)]
        case .nothing: terms.append("0")
        }
        return (terms.isEmpty ? "1" : terms.joined(separator: " AND "), arguments)
    }

    /// Whether the query searches for words of the assets alone, in one expression.
    var hasOneSearchTerm: Bool { !searchesAlbums && !searchesPlaces && searchExpressions?.all != nil }

    /// The condition that an asset is chosen for a client, for statements that find a few assets. Takes the same time
    /// for a small and a large selection.
    static let isGranted = "EXISTS (SELECT 1 FROM grants WHERE client = ? AND assetId = asset.id)"

    /// A client with limited access finds assets only by the names of albums that it sees. It sees the locations of its
    /// assets, so it may find them by their places.
    private func add(_ search: TextSearch, to terms: inout [String], _ arguments: inout StatementArguments) {
        let expressions = searchExpressions ?? search.expressions(searchKinds)
        guard !expressions.terms.isEmpty else { return terms.append("0") }
        let own = "SELECT rowid FROM assetSearch WHERE assetSearch MATCH ?"
        if !searchesAlbums, !searchesPlaces, let all = expressions.all {
            terms.append("asset.id IN (\(own))")
            arguments += [all]
            return
        }
        for term in expressions.terms {
            arguments += [term.words]
            var assets = own
            if searchesAlbums {
                var albums = "SELECT rowid FROM albumSearch WHERE albumSearch MATCH ?"
                arguments += [term.words]
                if case .granted(let client) = scope {
                    albums += " AND rowid IN (\(CatalogReader.visibleCollections))"
                    arguments += [Scope.author(ofClient: client), client]
                }
                assets += " UNION ALL SELECT assetId FROM albumMember WHERE collectionId IN (\(albums))"
            }
            if searchesPlaces {
                let places = "SELECT rowid FROM placeSearch WHERE placeSearch MATCH ?"
                arguments += [term.words]
                assets += " UNION ALL SELECT assetId FROM assetPlace WHERE placeId IN (\(places))"
            }
            var condition = "asset.id IN (\(assets))"
            if let kind = term.kind?.sql(alias: "asset") {
                condition = "(\(condition) OR \(kind.text))"
                arguments += kind.arguments
            }
            terms.append(condition)
        }
    }

    /// Whether the query uses the default options, for which the column `isShown` exists.
    var asksForWhatIsShown: Bool {
        trashed == .excluded && hidden == .excluded && !includesAllBurstMembers && searchesOwnLibrary
    }

    private var searchesOwnLibrary: Bool { sourceTypes.isEmpty || sourceTypes == .userLibrary }

    /// The same condition as in the check of the column `isShown`.
    private static let isNotConcealedByBurst = """
        (burstIdentifier IS NULL OR representsBurst = 1 \
        OR burstSelectionTypes & \(BurstSelectionTypes.userPick.rawValue) != 0)
        """

    private var presenceTerms: [String] {
        var terms: [String] = []
        switch trashed {
        case .excluded: terms.append("trashedDate IS NULL")
        case .included: break
        case .only: terms.append("trashedDate IS NOT NULL")
        }
        switch hidden {
        case .excluded: terms.append("isHidden = 0")
        case .included: break
        case .only: terms.append("isHidden = 1")
        }
        if searchesOwnLibrary { terms.append("sourceType = \(SourceTypes.userLibrary.rawValue)") }
        if !includesAllBurstMembers { terms.append(Self.isNotConcealedByBurst) }
        return terms
    }

    var orderClause: String {
        switch ordering {
        case .position: "member.position, member.assetId"
        case .given: "member.key"
        case .columns(let orderings): orderings.map { $0.sql(alias: "asset") }.joined(separator: ", ")
        }
    }
}
