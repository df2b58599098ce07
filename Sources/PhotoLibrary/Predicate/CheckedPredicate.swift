internal import Catalog

/// A predicate over objects of one kind, with its keys, operators and values checked.
///
/// Each condition is true or false, never unknown: a key without a value equals `nil`, differs from any value, and is
/// neither less nor greater.
indirect enum CheckedPredicate<Key: PredicateKey>: Sendable, Hashable {
    case constant(Bool)
    case not(Self)
    /// True if it is empty.
    case and([Self])
    /// False if it is empty.
    case or([Self])
    case isNull(Key)
    case comparison(Side, AssetFilter.Comparison, Predicate.Value)
    case keys(Side, AssetFilter.Comparison, Side)
    case isIn(Side, [Predicate.Value])
    /// Includes both bounds.
    case between(Side, Predicate.Value, Predicate.Value)
    case matches(Key, AssetFilter.TextMatch)

    /// The side of a comparison that is read from the object.
    struct Side: Sendable, Hashable {
        let key: Key
        /// The bits to compare; `nil` for the whole value.
        var mask: Int64?
    }

    /// The keys that the predicate names.
    var keys: Set<Key> {
        switch self {
        case .constant: []
        case .not(let inner): inner.keys
        case .and(let terms), .or(let terms): terms.reduce(into: []) { $0.formUnion($1.keys) }
        case .isNull(let key), .matches(let key, _): [key]
        case .comparison(let side, _, _), .isIn(let side, _), .between(let side, _, _): [side.key]
        case .keys(let left, _, let right): [left.key, right.key]
        }
    }
}
