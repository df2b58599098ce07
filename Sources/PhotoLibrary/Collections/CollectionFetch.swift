import Catalog
package import Records

/// A client's fetch of collections. The initializer checks keys and values and compiles the predicate, so the fetch can
/// run any number of times.
///
/// Libraries have few collections, so the fetch filters and sorts them in memory.
package struct CollectionFetch: Sendable {
    /// The kind of collections. It determines the keys that predicates and sorts may use.
    package enum Kind: Sendable {
        case albums
        /// Folders and lists of moments, also mixed with albums. They have no asset count.
        case lists
    }

    /// The source of the collections, which also determines their order if there are no sorts.
    package enum Source: Sendable {
        case nothing
        /// The user's albums, in the order of the tree.
        ///
        /// - Parameter subtype: The subtype, or `nil` for all albums.
        case albums(subtype: CollectionSubtype?)
        case smartAlbums([SmartAlbum])
        /// The moments in chronological order.
        case moments
        /// The folders in the order of the tree.
        case folders
        case rootFolder
        /// The lists of moments, ordered by the position of their subtype and then by time.
        case momentLists([MomentList.Subtype])
        /// Smart albums, then albums in the order of the tree, then moments.
        case albumsWithUUIDs(Set<String>)
        /// The folder of the top level, then folders in the order of the tree, then lists of moments.
        case listsWithUUIDs(Set<String>)
        /// The albums that contain an asset.
        case albumsContaining(asset: Int64)
        /// The moment of an asset, according to the asset's current state.
        case momentContaining(assetUUID: String)
        /// The folder that an album or a folder is in.
        case parent(of: CollectionRecord)
        case momentListsContaining(Moment, [MomentList.Subtype])
        /// The moments in a list of moments, according to the list's current state.
        case momentsInList(uuid: String)
        /// The children of a folder in the user's order. `nil` is the top level.
        case children(ofFolder: Int64?)
        /// Objects of the client, in their order.
        case objects([any CollectionObject])
    }

    private struct Ordering: Sendable {
        let key: CollectionPredicateKey
        let isAscending: Bool
    }

    package var source = Source.nothing
    private let test: CheckedPredicate<CollectionPredicateKey>.Test?
    private let orderings: [Ordering]
    private let limit: Int?
    /// Whether the fetch uses dates. An album's dates require a read of all its members.
    let usesDates: Bool

    /// - Parameters:
    ///   - kind: The kind of the collections.
    ///   - predicate: The predicate, or `nil` for all collections.
    ///   - sorts: The sort keys, most significant first. Without sorts, collections keep the order of the source.
    ///   - limit: The maximum number of collections after sorting, or `nil` for all.
    /// - Throws: An error that names the unsupported key, operator or value and the supported ones, even if there are
    ///   no collections to fetch.
    package init(
        _ kind: Kind = .albums, predicate: Predicate? = nil, sorts: [(key: String, isAscending: Bool)] = [],
        limit: Int? = nil
    ) throws(PredicateError) {
        var keys = Set<CollectionPredicateKey>()
        if let predicate {
            let checked = try PredicateChecker<CollectionPredicateKey>.check(predicate)
            keys = checked.keys
            test = checked.test
        } else {
            test = nil
        }
        var orderings: [Ordering] = []
        for sort in sorts {
            orderings.append(Ordering(key: try .sortKey(name: sort.key), isAscending: sort.isAscending))
        }
        keys.formUnion(orderings.map(\.key))
        if kind == .lists, keys.contains(.estimatedAssetCount) { throw Self.noCount }
        usesDates = !keys.isDisjoint(with: [.startDate, .endDate])
        self.orderings = orderings
        self.limit = limit
    }

    private static var noCount: PredicateError {
        PredicateError(
            .unsupportedKey,
            "Unsupported predicate or sort descriptor in fetch options: lists of collections have no key "
                + "“estimatedAssetCount”",
            remedy: "Use SELF, localIdentifier, localizedTitle (or title), startDate, endDate.")
    }

    /// Returns the collections that match the predicate, sorted and limited.
    func choose<Collection>(
        from collections: [Collection], values: (Collection) throws -> CollectionValues
    ) rethrows -> [Collection] {
        guard test != nil || !orderings.isEmpty else { return Array(collections.prefix(limit ?? collections.count)) }
        var rows = try collections.map { (collection: $0, values: try values($0)) }
        if let test { rows.removeAll { !test($0.values) } }
        if !orderings.isEmpty { rows.sort { comesBefore($0.values, $1.values) } }
        return rows.prefix(limit ?? rows.count).map(\.collection)
    }

    /// Sorts missing values first in ascending order. Equal collections are sorted by identifier, in either direction.
    private func comesBefore(_ left: CollectionValues, _ right: CollectionValues) -> Bool {
        for ordering in orderings {
            let (first, second) = (ordering.key.value(in: left), ordering.key.value(in: right))
            if first == second { continue }
            return (first == .null || first.precedes(second)) == ordering.isAscending
        }
        return left.localIdentifier < right.localIdentifier
    }
}
