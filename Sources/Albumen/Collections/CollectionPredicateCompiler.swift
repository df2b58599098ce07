internal import Catalog

/// Turns a predicate into a test of one collection's values. Keys and types are checked here, before any collection.
///
/// A test is true or false, never unknown: without a value, a collection equals nil, differs from any value, and is
/// neither less nor greater.
struct CollectionPredicateCompiler {
    typealias Test = @Sendable (CollectionValues) -> Bool

    private var comparisons = 0

    static func test(_ predicate: Predicate) throws(PredicateError) -> Test {
        var compiler = Self()
        return try compiler.compile(predicate, depth: 0)
    }

    private mutating func compile(_ predicate: Predicate, depth: Int) throws(PredicateError) -> Test {
        guard depth <= Predicate.Limits.compoundDepth * 2, comparisons <= Predicate.Limits.comparisons else {
            throw PredicateError(
                .tooLarge,
                "Unsupported predicate in fetch options: it is nested deeper than "
                    + "\(Predicate.Limits.compoundDepth * 2) levels or has more than "
                    + "\(Predicate.Limits.comparisons) comparisons", remedy: "Use IN with a list.")
        }
        switch predicate {
        case .constant(let isTrue): return { _ in isTrue }
        case .not(let inner):
            let test = try compile(inner, depth: depth + 1)
            return { !test($0) }
        case .and(let terms):
            let tests = try compile(terms, depth: depth + 1)
            return { values in tests.allSatisfy { $0(values) } }
        case .or(let terms):
            let tests = try compile(terms, depth: depth + 1)
            return { values in tests.contains { $0(values) } }
        case .comparison(let left, let comparison, let right):
            comparisons += 1
            return try Self.compile(left, comparison, right)
        }
    }

    private mutating func compile(_ terms: [Predicate], depth: Int) throws(PredicateError) -> [Test] {
        var tests: [Test] = []
        for term in terms {
            tests.append(try compile(term, depth: depth))
        }
        return tests
    }

    private static func compile(
        _ left: Predicate.Expression, _ comparison: Predicate.Comparison, _ right: Predicate.Expression
    ) throws(PredicateError) -> Test {
        switch (try Operand(left), try Operand(right)) {
        case (.key(let side), .value(let value)):
            return try CollectionPredicateComparison(side: side, comparison: comparison).test(value)
        case (.value(let value), .key(let side)):
            return try CollectionPredicateComparison(side: side, comparison: comparison.mirrored()).test(value)
        case (.key(let left), .key(let right)):
            return try CollectionPredicateComparison(side: left, comparison: comparison).test(right)
        case (.value(let left), .value(let right)):
            let isEqual = left.simplified == right.simplified
            switch comparison.operator {
            case .equal: return { _ in isEqual }
            case .notEqual: return { _ in !isEqual }
            default:
                throw PredicateError(
                    .unsupportedOperator, "Unsupported predicate in fetch options: a comparison names no key",
                    remedy: "Compare a key: \(CollectionPredicateKey.list(CollectionPredicateKey.allCases)).")
            }
        }
    }

    /// A side of a comparison once its key is known to exist.
    private enum Operand {
        case key(CollectionPredicateComparison.Side)
        case value(Predicate.Value)

        init(_ expression: Predicate.Expression) throws(PredicateError) {
            switch expression {
            case .object: self = .key(.init(key: .object))
            case .key(let name): self = .key(.init(key: try CollectionPredicateKey(name: name)))
            case .value(let value): self = .value(value)
            case .bits(.key(let name), .value(let mask)), .bits(.value(let mask), .key(let name)):
                let key = try CollectionPredicateKey(name: name)
                guard key.kind == .number, let mask = mask.wholeNumber else {
                    throw PredicateError(
                        .mismatchedTypes,
                        "Unsupported predicate in fetch options: “\(key.rawValue)” has no bits to compare",
                        remedy: "Compare the key itself.")
                }
                self = .key(.init(key: key, mask: mask))
            case .bits:
                throw PredicateError(
                    .unsupportedOperator, "Unsupported predicate in fetch options: “&” takes one key and one number",
                    remedy: "Write “(estimatedAssetCount & 1) == 0”.")
            }
        }
    }
}
