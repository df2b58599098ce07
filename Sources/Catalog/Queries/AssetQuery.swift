import GRDB
package import Records

/// Which assets to fetch, and in which order.
package struct AssetQuery: Sendable, Hashable {
    /// Whose eyes see the result. Part of the statement, so that no count or limit is taken before it.
    package enum Scope: Sendable, Hashable {
        case everything
        case granted(client: String)
        case nothing

        /// The author of what a client changes.
        package static func author(ofClient client: String) -> String { "client:\(client)" }
    }

    package enum Presence: Sendable, Hashable {
        case excluded, included, only
    }

    /// Where the assets are looked for, which also decides their order where no ordering does.
    package enum Source: Sendable, Hashable {
        case library
        /// The members of an album, in its order.
        case album(Int64)
        /// These rows, in this order.
        case rows([Int64])
    }

    package var source: Source = .library
    package var filter: AssetFilter = .all
    /// The last tie is broken by identifier, in the direction of the first ordering.
    package var orderings: [AssetOrdering] = []
    /// Applied after sorting; nil for no limit.
    package var limit: Int?
    package var hidden: Presence = .excluded
    package var trashed: Presence = .excluded
    package var includesAllBurstMembers = false
    /// The sources to search; empty for the user's own library.
    package var sourceTypes: SourceTypes = []
    package var scope: Scope = .everything

    package init() {}
}

extension AssetQuery {
    /// Identifiers of rows in order. With the default options and a date order it walks a covering index: a cost of
    /// the rows it answers, and no sort.
    func identifiersStatement() -> (sql: String, arguments: StatementArguments) {
        var (condition, arguments) = condition()
        var sql = "SELECT asset.id FROM \(table) WHERE \(condition) ORDER BY \(orderClause)"
        if let limit {
            sql += " LIMIT ?"
            arguments += [limit]
        }
        return (sql, arguments)
    }

    func countStatement() -> (sql: String, arguments: StatementArguments) {
        let (condition, arguments) = condition()
        guard let limit else { return ("SELECT count(*) FROM \(table) WHERE \(condition)", arguments) }
        return ("SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(condition) LIMIT ?)", arguments + [limit])
    }

    /// Those of some rows that the query matches, in its order, whatever its limit. Costs the rows. Not for a query of given
    /// rows.
    func selectionStatement(among identifiers: [Int64]) -> (sql: String, arguments: StatementArguments) {
        let (condition, arguments) = condition()
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
            [CatalogReader.list(identifiers)] + arguments
        )
    }

    /// Joined from the source's side, so that the cost is that of the source and not of the library.
    private var table: String {
        switch source {
        case .library: "asset"
        case .album: "albumMember AS member CROSS JOIN asset ON asset.id = member.assetId"
        case .rows: "json_each(?) AS member CROSS JOIN asset ON asset.id = member.value"
        }
    }

    func condition() -> (sql: String, arguments: StatementArguments) {
        var terms: [String] = []
        var arguments = StatementArguments()
        switch source {
        case .library: break
        case .album(let album):
            terms.append("member.collectionId = ?")
            arguments += [album]
        // Bound in the table's name, which comes before all conditions.
        case .rows(let identifiers): arguments += [CatalogReader.list(identifiers)]
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
            let rendered = filter.sql(alias: "asset")
            terms.append("(\(rendered.text))")
            arguments += rendered.arguments
        }
        switch scope {
        case .everything: break
        case .granted(let client):
            terms.append("asset.id IN (SELECT assetId FROM grants WHERE client = ?)")
            arguments += [client]
        case .nothing: terms.append("0")
        }
        return (terms.isEmpty ? "1" : terms.joined(separator: " AND "), arguments)
    }

    /// The options are the default ones, for which there is a column.
    private var asksForWhatIsShown: Bool {
        trashed == .excluded && hidden == .excluded && !includesAllBurstMembers && searchesOwnLibrary
    }

    private var searchesOwnLibrary: Bool { sourceTypes.isEmpty || sourceTypes == .userLibrary }

    /// As in the check of the column `isShown`.
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
