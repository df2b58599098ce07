internal import Catalog
package import Records

/// Checks a predicate's keys, operators and values, once for each fetch.
struct PredicateChecker<Key: PredicateKey> {
    private var comparisons = 0

    /// Returns the predicate with its keys, operators and values checked.
    ///
    /// - Throws: An error that names the unsupported key, operator or value, and suggests supported ones.
    static func check(_ predicate: Predicate) throws(PredicateError) -> CheckedPredicate<Key> {
        PredicateCompilation.counter?.increment()
        var checker = Self()
        return try checker.check(predicate, depth: 0)
    }

    static var tooLarge: PredicateError {
        PredicateError(
            .tooLarge,
            "Unsupported predicate in fetch options: it is nested deeper than \(Key.deepestNesting) levels or has more "
                + "than \(Predicate.Limits.comparisons) comparisons", remedy: "Use IN with a list.")
    }

    /// Limits compound predicates that clients build at run time. The parser limits formats.
    private mutating func check(_ predicate: Predicate, depth: Int) throws(PredicateError) -> CheckedPredicate<Key> {
        guard depth <= Predicate.Limits.compoundDepth * 2, comparisons <= Predicate.Limits.comparisons else {
            throw Self.tooLarge
        }
        switch predicate {
        case .constant(let isTrue): return .constant(isTrue)
        case .not(let inner): return .not(try check(inner, depth: depth + 1))
        case .and(let terms): return .and(try check(terms, depth: depth + 1))
        case .or(let terms): return .or(try check(terms, depth: depth + 1))
        case .comparison(let left, let comparison, let right):
            comparisons += 1
            return try Self.check(left, comparison, right)
        }
    }

    private mutating func check(
        _ terms: [Predicate], depth: Int
    ) throws(PredicateError) -> [CheckedPredicate<Key>] {
        var checked: [CheckedPredicate<Key>] = []
        checked.reserveCapacity(terms.count)
        for term in terms { checked.append(try check(term, depth: depth)) }
        return checked
    }

    // MARK: Comparisons

    private static func check(
        _ left: Predicate.Expression, _ comparison: Predicate.Comparison, _ right: Predicate.Expression
    ) throws(PredicateError) -> CheckedPredicate<Key> {
        switch (try Operand(left), try Operand(right)) {
        case (.value(let left), .value(let right)):
            return try compareConstants(left, comparison, right)
        case (.value(let value), .side(let side)) where side.key.kind == .textList && comparison.operator == .isIn:
            var contained = comparison
            contained.operator = .contains
            return try KeyComparison(side: side, comparison: contained).check(value)
        case (.value(let value), .side(let side)):
            return try KeyComparison(side: side, comparison: comparison.mirrored()).check(value)
        case (.side(let side), .value(let value)):
            return try KeyComparison(side: side, comparison: comparison).check(value)
        case (.side(let left), .side(let right)):
            return try KeyComparison(side: left, comparison: comparison).check(right)
        }
    }

    private static func compareConstants(
        _ left: Predicate.Value, _ comparison: Predicate.Comparison, _ right: Predicate.Value
    ) throws(PredicateError) -> CheckedPredicate<Key> {
        let isEqual = left.simplified == right.simplified
        switch comparison.operator {
        case .equal: return .constant(isEqual)
        case .notEqual: return .constant(!isEqual)
        default:
            throw PredicateError(
                .unsupportedOperator, "Unsupported predicate in fetch options: a comparison names no key",
                remedy: "Compare a key: \(Key.list).")
        }
    }

    /// One side of a comparison.
    private enum Operand {
        case side(CheckedPredicate<Key>.Side)
        case value(Predicate.Value)

        init(_ expression: Predicate.Expression) throws(PredicateError) {
            switch expression {
            case .object: self = .side(.init(key: .object))
            case .key(let name): self = .side(.init(key: try Key(name: name)))
            case .value(let value): self = .value(value)
            case .bits(.key(let name), .value(let mask)), .bits(.value(let mask), .key(let name)):
                let key = try Key(name: name)
                guard key.kind == .integer, let mask = mask.wholeNumber else {
                    throw PredicateError(
                        .mismatchedTypes,
                        "Unsupported predicate in fetch options: “\(key.rawValue)” has no bits to compare",
                        remedy: "Write “\(Key.exampleOfBits)”.")
                }
                self = .side(.init(key: key, mask: mask))
            case .bits:
                throw PredicateError(
                    .unsupportedOperator, "Unsupported predicate in fetch options: “&” takes one key and one number",
                    remedy: "Write “\(Key.exampleOfBits)”.")
            }
        }
    }
}

/// Counts the predicates that are checked, for tests.
package enum PredicateCompilation {
    @TaskLocal package static var counter: WorkCounter?
}
