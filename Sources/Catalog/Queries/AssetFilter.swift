package import Records

/// A filter for the assets of a query: a condition over the columns of one row.
///
/// Every condition is true or false, never unknown. A row without a creation date isn't later than any date. So
/// `.not(.comparison(.column(.creationDate), .greater, date))` matches it.
package indirect enum AssetFilter: Sendable, Hashable {
    case all
    case none
    /// Matches if all filters match. An empty list matches every row.
    case and([AssetFilter])
    /// Matches if any filter matches. An empty list matches no row.
    case or([AssetFilter])
    case not(AssetFilter)
    case comparison(Expression, Comparison, Value)
    /// Compares two columns of the same row. Two columns without a value are equal.
    case columns(AssetColumn, Comparison, AssetColumn)
    case isNull(AssetColumn)
    case isIn(Expression, [Value])
    /// Matches values in the range, including both bounds.
    case between(Expression, Value, Value)
    /// A column without a value matches no text. A list matches if one of its texts does.
    case matches(AssetColumn, TextMatch)

    /// The operand of a comparison that is read from the row.
    package enum Expression: Sendable, Hashable {
        case column(AssetColumn)
        /// The bits that the column and the mask share.
        case bits(AssetColumn, mask: Int64)

        package var column: AssetColumn {
            switch self {
            case .column(let column), .bits(let column, _): column
            }
        }
    }

    package enum Comparison: Sendable, Hashable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

        /// The comparison that holds if and only if this one doesn't, provided that both operands have a value.
        package var negated: Comparison {
            switch self {
            case .equal: .notEqual
            case .notEqual: .equal
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .greater: .lessOrEqual
            case .greaterOrEqual: .less
            }
        }

        /// The same comparison with its operands exchanged.
        package var mirrored: Comparison {
            switch self {
            case .equal, .notEqual: self
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            }
        }
    }

    /// A value to compare a column with. Dates are reals: seconds since 2001-01-01 00:00:00 UTC.
    package enum Value: Sendable, Hashable {
        case integer(Int64)
        case real(Double)
        case text(String)
    }
}

extension AssetFilter {
    /// Returns a filter for the assets whose column has this number.
    package static func equal(_ column: AssetColumn, _ number: some PhotoKitNumber) -> AssetFilter {
        .comparison(.column(column), .equal, .integer(Int64(number.rawValue)))
    }

    /// Returns a filter for the assets whose column has at least one of these bits.
    package static func hasAny(_ column: AssetColumn, of bits: some PhotoKitNumber & OptionSet) -> AssetFilter {
        .comparison(.bits(column, mask: Int64(bits.rawValue)), .notEqual, .integer(0))
    }

    /// The columns that the condition reads.
    var columns: Set<AssetColumn> {
        switch self {
        case .all, .none: []
        case .and(let filters), .or(let filters): filters.reduce(into: []) { $0.formUnion($1.columns) }
        case .not(let filter): filter.columns
        case .comparison(let expression, _, _), .isIn(let expression, _), .between(let expression, _, _):
            [expression.column]
        case .columns(let left, _, let right): [left, right]
        case .isNull(let column), .matches(let column, _): [column]
        }
    }

    /// The largest nesting that SQLite's parser supports, with room for the surrounding query.
    package static let deepestNesting = 64

    /// The number of alternations between conjunctions and disjunctions on the path to the deepest condition.
    package var nesting: Int {
        nesting(insideConjunction: nil, isNegated: false)
    }

    private func nesting(insideConjunction outer: Bool?, isNegated: Bool) -> Int {
        let filters: [AssetFilter]
        let isConjunction: Bool
        switch self {
        case .not(let inner): return inner.nesting(insideConjunction: outer, isNegated: !isNegated)
        case .and(let list): (filters, isConjunction) = (list, !isNegated)
        case .or(let list): (filters, isConjunction) = (list, isNegated)
        default: return 0
        }
        let deepest = filters.map { $0.nesting(insideConjunction: isConjunction, isNegated: isNegated) }.max() ?? 0
        return deepest + (isConjunction == outer ? 0 : 1)
    }
}

extension AssetFilter {
    /// Whether it can only match a few assets that it names.
    var namesAssets: Bool {
        switch self {
        case .comparison(.column(.uuid), .equal, _), .isIn(.column(.uuid), _): true
        case .and(let filters): filters.contains(where: \.namesAssets)
        default: false
        }
    }
}
