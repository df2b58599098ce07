import Records

/// Decides whether a query is quicker with a scan of the table than with an index in the query's order.
///
/// SQLite prefers an index in the query's order, because it then needs no sort. If the condition reads a column that the
/// index lacks, this is a row at a random position for each asset: ten times the work of reading the table once.
extension AssetQuery {
    /// The table, read in the order of its rows.
    static let scannedTable = "asset NOT INDEXED"

    /// An index that contains all assets in an order.
    struct OrderedIndex {
        fileprivate let ordering: AssetOrdering
        fileprivate let columns: Set<AssetColumn>

        var orderClause: String {
            let uuid = AssetOrdering(column: .uuid, isAscending: ordering.isAscending)
            return [ordering, uuid].map { $0.sql(alias: "asset") }.joined(separator: ", ")
        }

        /// The columns of `assetByCreationDate` and `assetByAddedDate`.
        fileprivate static let columns: [AssetColumn: Set<AssetColumn>] = [
            .creationDate: [
                .id, .creationDate, .uuid, .mediaType, .mediaSubtypes, .playbackStyle, .isFavorite, .isRAW,
                .isSelfPortrait, .representsBurst, .addedDate, .latitude, .longitude,
            ],
            .addedDate: [.id, .addedDate, .uuid],
        ]
    }

    /// The index in the query's order, or `nil` if there is none.
    var orderedIndex: OrderedIndex? {
        guard case .columns(let orderings) = ordering, orderings.count == 2,
            orderings[0].isAscending == orderings[1].isAscending,
            let columns = OrderedIndex.columns[orderings[0].column]
        else { return nil }
        return OrderedIndex(ordering: orderings[0], columns: columns)
    }

    /// Whether the index in the query's order has all columns of the condition.
    var isReadFromOrderedIndex: Bool { orderedIndex.map { isCovered(by: $0.columns) } ?? false }

    /// Whether the index by date has all columns of the condition.
    var isCovered: Bool { isCovered(by: OrderedIndex.columns[.creationDate] ?? []) }

    private func isCovered(by columns: Set<AssetColumn>) -> Bool {
        asksForWhatIsShown && filter.columns.isSubset(of: columns)
    }

    /// Whether SQLite must check the query's condition for all assets, or for those of a range of dates.
    var isConditionOnEveryAsset: Bool {
        guard source == .library, search == nil, scope == .everything else { return false }
        // These conditions have small indexes of their own.
        guard trashed != .only, hidden != .only else { return false }
        return !filter.conjuncts.contains(where: \.hasPartialIndex)
    }

    /// The part of the condition that concerns an asset's kind, and whether it's the whole condition. `nil` if there is
    /// none, or if the query isn't for the visible assets.
    var kindFilter: (filter: AssetFilter, isWhole: Bool)? {
        guard filter != .all, asksForWhatIsShown, source == .library, search == nil, scope == .everything else {
            return nil
        }
        let conjuncts = filter.conjuncts
        let kinds = conjuncts.filter { $0.columns.isSubset(of: ShownKind.assetColumns) }
        return kinds.isEmpty ? nil : (.and(kinds), kinds.count == conjuncts.count)
    }

    /// Whether SQLite's parser has room for more parentheses at the deepest place of the filter.
    var hasParserRoom: Bool { filter.nesting < AssetFilter.deepestNesting / 2 }

    /// The filter's bounds for each date with an index.
    var indexedBounds: [AssetFilter] {
        OrderedIndex.columns.keys.compactMap { bounds(of: $0) }
    }

    /// The filter's bounds for the column of the order, or all rows.
    var orderBounds: AssetFilter {
        guard case .columns(let orderings) = ordering, let first = orderings.first else { return .all }
        return bounds(of: first.column) ?? .all
    }

    private func bounds(of column: AssetColumn) -> AssetFilter? {
        let bounds = filter.conjuncts.filter { $0.isBound(of: column) }
        return bounds.isEmpty ? nil : .and(bounds)
    }
}

extension AssetFilter {
    /// The filters that must all match.
    fileprivate var conjuncts: [AssetFilter] {
        switch self {
        case .and(let filters): filters.flatMap(\.conjuncts)
        default: [self]
        }
    }

    /// Whether an index of the column contains the matching assets in one part or a few.
    fileprivate func isBound(of column: AssetColumn) -> Bool {
        switch self {
        case .comparison(.column(column), let comparison, _): comparison != .notEqual
        case .between(.column(column), _, _), .isIn(.column(column), _), .isNull(column): true
        default: false
        }
    }

    /// Whether an index only contains the assets that can match.
    fileprivate var hasPartialIndex: Bool {
        switch self {
        case .none, .isIn(.column(.id), _), .isIn(.column(.uuid), _), .isIn(.column(.burstIdentifier), _),
            .not(.isNull(.burstIdentifier)), .not(.isNull(.trashedDate)):
            true
        case .comparison(.column(let column), .equal, let value):
            switch column {
            case .id, .uuid, .burstIdentifier: true
            case .playbackVariation: value == .integer(Int64(PlaybackVariation.longExposure.rawValue))
            case .isFavorite, .isHidden, .isUnableToUpload, .representsBurst: value == .integer(1)
            default: false
            }
        default: false
        }
    }
}
