package import Catalog

extension Predicate {
    /// Returns the predicate as a filter over assets.
    ///
    /// - Throws: An error that names the unsupported key, operator or value, and suggests supported ones.
    package func assetFilter(_ keys: AssetFetch.Keys = .photoKit) throws(PredicateError) -> AssetFilter {
        let filter =
            switch keys {
            case .photoKit: AssetFilter(try PredicateChecker<AssetPredicateKey>.check(self))
            case .withDetails: AssetFilter(try PredicateChecker<DetailedAssetKey>.check(self))
            }
        guard filter.nesting <= AssetFilter.deepestNesting else { throw PredicateChecker<AssetPredicateKey>.tooLarge }
        return filter
    }
}

extension AssetFilter {
    init(_ predicate: CheckedPredicate<some AssetKey>) {
        switch predicate {
        case .constant(let isTrue): self = isTrue ? .all : .none
        case .not(let inner): self = .not(AssetFilter(inner))
        case .and(let terms): self = .and(terms.map(AssetFilter.init))
        case .or(let terms): self = .or(terms.map(AssetFilter.init))
        case .isNull(let key): self = .isNull(key.column)
        case .comparison(let side, let symbol, let value):
            self = Value(value).map { .comparison(Expression(side), symbol, $0) } ?? .none
        case .keys(let left, let symbol, let right): self = .columns(left.key.column, symbol, right.key.column)
        case .isIn(let side, let values): self = .isIn(Expression(side), values.compactMap(Value.init))
        case .between(let side, let lower, let upper):
            guard let lower = Value(lower), let upper = Value(upper) else {
                self = .none
                return
            }
            self = .between(Expression(side), lower, upper)
        case .matches(let key, let match): self = .matches(key.column, match)
        }
    }
}

extension AssetFilter.Expression {
    fileprivate init<Key: AssetKey>(_ side: CheckedPredicate<Key>.Side) {
        self = side.mask.map { .bits(side.key.column, mask: $0) } ?? .column(side.key.column)
    }
}

extension AssetFilter.Value {
    /// Returns `nil` for `.null` and `.list`. A checked predicate compares nothing with them.
    fileprivate init?(_ value: Predicate.Value) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .real(let number), .date(let number): self = .real(number)
        case .text(let text), .object(let text): self = .text(text)
        case .null, .list: return nil
        }
    }
}
