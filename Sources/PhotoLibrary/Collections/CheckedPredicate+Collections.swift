internal import Catalog

extension CheckedPredicate<CollectionPredicateKey> {
    typealias Test = @Sendable (CollectionValues) -> Bool

    /// The predicate as a test of one collection's values.
    var test: Test {
        switch self {
        case .constant(let isTrue): return { _ in isTrue }
        case .not(let inner):
            let test = inner.test
            return { !test($0) }
        case .and(let terms):
            let tests = terms.map(\.test)
            return { values in tests.allSatisfy { $0(values) } }
        case .or(let terms):
            let tests = terms.map(\.test)
            return { values in tests.contains { $0(values) } }
        case .isNull(let key): return { key.value(in: $0) == .null }
        case .comparison(let side, let symbol, let value):
            let value = value.simplified
            return { symbol.holds(side.value(in: $0), value) }
        case .keys(let left, let symbol, let right):
            return { symbol.holds(left.value(in: $0), right.value(in: $0)) }
        case .isIn(let side, let values):
            let values = Set(values.map(\.simplified))
            return { values.contains(side.value(in: $0)) }
        case .between(let side, let lower, let upper):
            let (lower, upper) = (lower.simplified, upper.simplified)
            return { values in
                let value = side.value(in: values)
                return AssetFilter.Comparison.lessOrEqual.holds(lower, value)
                    && AssetFilter.Comparison.lessOrEqual.holds(value, upper)
            }
        case .matches(let key, let match):
            return { values in
                if key.kind == .identifier { return match.matches(values.localIdentifier) }
                guard case .text(let text) = key.value(in: values) else { return false }
                return match.matches(text)
            }
        }
    }
}

extension CheckedPredicate<CollectionPredicateKey>.Side {
    fileprivate func value(in values: CollectionValues) -> Predicate.Value {
        let value = key.value(in: values)
        if let mask, let number = value.wholeNumber { return .integer(number & mask) }
        return value
    }
}

extension AssetFilter.Comparison {
    fileprivate func holds(_ left: Predicate.Value, _ right: Predicate.Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left.precedes(right)
        case .greater: right.precedes(left)
        case .lessOrEqual: left.precedes(right) || (left == right && left != .null)
        case .greaterOrEqual: right.precedes(left) || (left == right && left != .null)
        }
    }
}
