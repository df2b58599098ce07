package import Catalog

extension AssetOrdering {
    /// Returns the ordering for a sort descriptor's key.
    ///
    /// - Throws: An error that lists the supported keys, if assets can't be sorted by `key`.
    package static func ordering(
        forKey key: String, ascending: Bool, keys: AssetFetch.Keys = .photoKit
    ) throws(PredicateError) -> AssetOrdering {
        if key == AssetFetch.Sort.libraryOrderKey { return AssetOrdering(column: .id, isAscending: ascending) }
        let column =
            switch keys {
            case .photoKit: column(of: AssetPredicateKey.self, named: key)
            case .withDetails: column(of: DetailedAssetKey.self, named: key)
            }
        guard let column else {
            throw PredicateError(
                .unsupportedKey, "Unsupported sort descriptor in fetch options: assets cannot be sorted by “\(key)”",
                remedy: "Use \(keys.sortNames.joined(separator: ", ")).")
        }
        return AssetOrdering(column: column, isAscending: ascending)
    }

    private static func column<Key: AssetKey>(of keys: Key.Type, named name: String) -> AssetColumn? {
        Key.named(name).flatMap { Key.sortable.contains($0) ? $0.column : nil }
    }
}
