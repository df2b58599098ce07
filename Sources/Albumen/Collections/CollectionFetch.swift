package import Foundation

/// What a client may ask about one collection.
package struct CollectionValues: Sendable {
    package var localIdentifier: String
    package var localizedTitle: String?
    package var startDate: Date?
    package var endDate: Date?
    /// `NSNotFound` where nobody has counted.
    package var estimatedAssetCount: Int

    package init(
        localIdentifier: String, localizedTitle: String?, startDate: Date?, endDate: Date?, estimatedAssetCount: Int
    ) {
        self.localIdentifier = localIdentifier
        self.localizedTitle = localizedTitle
        self.startDate = startDate
        self.endDate = endDate
        self.estimatedAssetCount = estimatedAssetCount
    }
}

/// A fetch of collections, which are few enough to be chosen and sorted in memory.
package struct CollectionFetch: Sendable {
    private struct Ordering: Sendable {
        let key: CollectionPredicateKey
        let isAscending: Bool
    }

    private let test: CollectionPredicateCompiler.Test
    private let orderings: [Ordering]
    private let limit: Int?

    /// - Parameters:
    ///   - predicate: nil for all collections.
    ///   - sorts: the first decides; without any, collections keep the order in which they are given.
    ///   - limit: the most collections to choose, counted after sorting; nil for all.
    /// - Throws: an error that names what collections do not have and lists what they have, whether or not there are
    ///   any collections to fetch.
    package init(
        predicate: Predicate? = nil, sorts: [(key: String, isAscending: Bool)] = [], limit: Int? = nil
    ) throws(PredicateError) {
        test = try CollectionPredicateCompiler.test(predicate ?? .constant(true))
        var orderings: [Ordering] = []
        for sort in sorts {
            orderings.append(Ordering(key: try .sortKey(name: sort.key), isAscending: sort.isAscending))
        }
        self.orderings = orderings
        self.limit = limit
    }

    /// The collections that were asked for, in the order that was asked for.
    package func choose<Collection>(
        from collections: [Collection], values: (Collection) -> CollectionValues
    ) -> [Collection] {
        var rows = collections.map { (collection: $0, values: values($0)) }.filter { test($0.values) }
        if !orderings.isEmpty { rows.sort { comesBefore($0.values, $1.values) } }
        return rows.prefix(limit ?? rows.count).map(\.collection)
    }

    /// Without a value comes first when ascending. Equal collections come by identifier, either way.
    private func comesBefore(_ left: CollectionValues, _ right: CollectionValues) -> Bool {
        for ordering in orderings {
            let (first, second) = (ordering.key.value(in: left), ordering.key.value(in: right))
            if first == second { continue }
            return (first == .null || first.precedes(second)) == ordering.isAscending
        }
        return left.localIdentifier < right.localIdentifier
    }
}
