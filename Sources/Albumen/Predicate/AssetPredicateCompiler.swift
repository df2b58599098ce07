package import Catalog

extension Predicate {
    /// The predicate as a filter over assets.
    ///
    /// - Throws: an error that names the key or the operator that assets do not have, and what they have.
    package func assetFilter() throws(PredicateError) -> AssetFilter {
        try AssetPredicateCompiler.compile(self)
    }
}

/// Translates a predicate's keys and values to the columns of an asset.
enum AssetPredicateCompiler {
    static func compile(_ predicate: Predicate) throws(PredicateError) -> AssetFilter {
        var comparisons = 0
        let filter = try compile(predicate, depth: 0, comparisons: &comparisons)
        guard filter.nesting <= AssetFilter.deepestNesting else { throw tooLarge }
        return filter
    }

    private static let tooLarge = PredicateError(
        .tooLarge,
        "Unsupported predicate in fetch options: it is nested deeper than \(AssetFilter.deepestNesting) levels "
            + "or has more than \(Predicate.Limits.comparisons) comparisons", remedy: "Use IN with a list.")

    /// Compounds built at run time are bounded here, as a format is in the parser.
    private static func compile(
        _ predicate: Predicate, depth: Int, comparisons: inout Int
    ) throws(PredicateError) -> AssetFilter {
        guard depth <= Predicate.Limits.compoundDepth * 2, comparisons <= Predicate.Limits.comparisons else {
            throw tooLarge
        }
        switch predicate {
        case .constant(let isTrue): return isTrue ? .all : .none
        case .not(let inner):
            return .not(try compile(inner, depth: depth + 1, comparisons: &comparisons))
        case .and(let terms), .or(let terms):
            var filters: [AssetFilter] = []
            for term in terms {
                filters.append(try compile(term, depth: depth + 1, comparisons: &comparisons))
            }
            if case .and = predicate { return .and(filters) }
            return .or(filters)
        case .comparison(let left, let comparison, let right):
            comparisons += 1
            return try compile(left, comparison, right)
        }
    }

    private static func compile(
        _ left: Predicate.Expression, _ comparison: Predicate.Comparison, _ right: Predicate.Expression
    ) throws(PredicateError) -> AssetFilter {
        switch (try Operand(left), try Operand(right)) {
        case (.value(let left), .value(let right)):
            return try compareConstants(left, comparison, right)
        case (.value(let value), let operand):
            return try compile(operand, comparison.mirrored(), value)
        case (let operand, .value(let value)):
            return try compile(operand, comparison, value)
        case (.key(let left), .key(let right)):
            return try compareKeys(left, comparison, right)
        default:
            throw PredicateError(
                .unsupportedOperator, "Unsupported predicate in fetch options: bits are compared with a key",
                remedy: "Compare them with a number: “(mediaSubtypes & 8) != 0”.")
        }
    }

    private static func compile(
        _ operand: Operand, _ comparison: Predicate.Comparison, _ value: Predicate.Value
    ) throws(PredicateError) -> AssetFilter {
        switch operand {
        case .key(let key):
            return try AssetKeyComparison(key: key, comparison: comparison).filter(value)
        case .bits(let key, let mask):
            return try AssetKeyComparison(key: key, mask: mask, comparison: comparison).filter(value)
        case .value(let other):
            return try compareConstants(other, comparison, value)
        }
    }

    private static func compareConstants(
        _ left: Predicate.Value, _ comparison: Predicate.Comparison, _ right: Predicate.Value
    ) throws(PredicateError) -> AssetFilter {
        switch comparison.operator {
        case .equal: return left.numberAsReal == right.numberAsReal ? .all : .none
        case .notEqual: return left.numberAsReal == right.numberAsReal ? .none : .all
        default:
            throw PredicateError(
                .unsupportedOperator, "Unsupported predicate in fetch options: a comparison names no key",
                remedy: "Compare a key: \(AssetPredicateKey.list).")
        }
    }

    private static func compareKeys(
        _ left: AssetPredicateKey, _ comparison: Predicate.Comparison, _ right: AssetPredicateKey
    ) throws(PredicateError) -> AssetFilter {
        guard left != .location, right != .location, left.column.isComparable(with: right.column),
            let symbol = comparison.operator.columnComparison, !comparison.ignoresCase,
            !comparison.ignoresDiacritics
        else {
            throw PredicateError(
                .unsupportedOperator,
                "Unsupported predicate in fetch options: “\(left.rawValue)” and “\(right.rawValue)” cannot be compared "
                    + "with \(comparison.operator.name)")
        }
        return .columns(left.column, symbol, right.column)
    }

    /// A side of a comparison once its key is known to exist.
    private enum Operand {
        case key(AssetPredicateKey)
        case bits(AssetPredicateKey, mask: Int64)
        case value(Predicate.Value)

        init(_ expression: Predicate.Expression) throws(PredicateError) {
            switch expression {
            case .object: self = .key(.object)
            case .key(let name): self = .key(try AssetPredicateKey(name: name))
            case .value(let value): self = .value(value)
            case .bits(.key(let name), .value(let mask)), .bits(.value(let mask), .key(let name)):
                let key = try AssetPredicateKey(name: name)
                guard key.column.kind == .integer, key != .location, let mask = mask.wholeNumber else {
                    throw PredicateError(
                        .mismatchedTypes,
                        "Unsupported predicate in fetch options: “\(key.rawValue)” has no bits to compare",
                        remedy: "Write “(mediaSubtypes & 8) != 0”.")
                }
                self = .bits(key, mask: mask)
            case .bits:
                throw PredicateError(
                    .unsupportedOperator, "Unsupported predicate in fetch options: “&” takes one key and one number",
                    remedy: "Write “(mediaSubtypes & 8) != 0”.")
            }
        }
    }
}

extension Predicate.Value {
    /// So that 1 equals 1.0.
    fileprivate var numberAsReal: Predicate.Value {
        if case .integer(let number) = self { .real(Double(number)) } else { self }
    }
}

extension AssetColumn {
    fileprivate func isComparable(with other: AssetColumn) -> Bool {
        kind == other.kind || (kind.isNumber && other.kind.isNumber)
    }
}
