extension AssetFetch {
    /// The keys that a fetch's predicate and sorts may name.
    package enum Keys: Sendable {
        /// PhotoKit's keys.
        case photoKit
        /// PhotoKit's keys and those of ``AssetDetail``, which PhotoKit refuses.
        case withDetails

        /// The names of the keys in predicates, without synonyms and `SELF`.
        package var predicateNames: [String] {
            switch self {
            case .photoKit: AssetPredicateKey.allCases.filter { $0 != .object }.map(\.rawValue)
            case .withDetails: DetailedAssetKey.allCases.filter { $0 != .object }.map(\.rawValue)
            }
        }

        /// The names of the keys by which assets can be sorted.
        package var sortNames: [String] {
            let names =
                switch self {
                case .photoKit: AssetPredicateKey.sortable.map(\.rawValue)
                case .withDetails: DetailedAssetKey.sortable.map(\.rawValue)
                }
            return names + [Sort.libraryOrderKey]
        }
    }
}

extension AssetFetch.Sort {
    /// The sort key for the order in which assets were added to the library. Row identifiers increase in that order.
    package static let libraryOrderKey = "libraryOrder"
}
