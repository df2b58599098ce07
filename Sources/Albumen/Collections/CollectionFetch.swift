import Catalog
package import Records

/// A fetch of collections as a client wants it. Keys and values are checked, and the predicate is compiled, when the
/// fetch is made: it can run any number of times.
///
/// Collections are few enough to be chosen and sorted in memory.
package struct CollectionFetch: Sendable {
    /// The kind of collections, which decides the keys that predicates and sorts may name.
    package enum Kind: Sendable {
        case albums
        /// Folders and lists of moments, also mixed with albums. They have no count.
        case lists
    }

    /// Where the collections are looked for, which also decides their order if there are no sorts.
    package enum Source: Sendable {
        case nothing
        /// The user's albums, in the order of the tree.
        ///
        /// - Parameter subtype: `nil` for all.
        case albums(subtype: CollectionSubtype?)
        case smartAlbums([SmartAlbum])
        /// In the order of time.
        case moments
        /// In the order of the tree.
        case folders
        /// In the order of time, the lists of the first subtype first.
        case momentLists([MomentList.Subtype])
        /// Smart albums, then albums in the order of the tree, then moments.
        case albumsWithUUIDs(Set<String>)
        /// Folders in the order of the tree, then lists of moments.
        case listsWithUUIDs(Set<String>)
        /// The albums that contain an asset.
        case albumsContaining(asset: Int64)
        /// The moment of an asset as it is now.
        case momentContaining(assetUUID: String)
        /// The folder that an album or a folder is in.
        case parent(of: CollectionRecord)
        case momentListsContaining(Moment, [MomentList.Subtype])
        /// The moments of a list of moments as it is now.
        case momentsInList(uuid: String)
        /// In the user's order; `nil` for the top level.
        case children(ofFolder: Int64?)
        /// Objects of the client's, in their order.
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
    /// Whether dates decide. The dates of albums cost a look at all members.
    let usesDates: Bool

    /// - Parameters:
    ///   - kind: the kind of the collections.
    ///   - predicate: `nil` for all collections.
    ///   - sorts: the first decides; without any, collections keep the order in which they are found.
    ///   - limit: the most collections to choose, counted after sorting; `nil` for all.
    /// - Throws: an error that names the key, operator or value that collections don't support, and those that they
    ///   support, whether or not there are any collections to fetch.
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

    /// The collections that were asked for, in the order that was asked for.
    func choose<Collection>(
        from collections: [Collection], values: (Collection) throws -> CollectionValues
    ) rethrows -> [Collection] {
        guard test != nil || !orderings.isEmpty else { return Array(collections.prefix(limit ?? collections.count)) }
        var rows = try collections.map { (collection: $0, values: try values($0)) }
        if let test { rows.removeAll { !test($0.values) } }
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
