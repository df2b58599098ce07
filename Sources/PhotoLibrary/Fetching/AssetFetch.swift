package import Catalog
import Foundation
package import Records

/// A client's fetch of assets, independent of the client's access. `query(scope:now:)` makes it a query.
///
/// Creating the fetch checks its keys and values, and compiles the predicate. It can run any number of times.
package struct AssetFetch: Sendable {
    package struct Sort: Sendable, Hashable {
        package var key: String
        package var isAscending: Bool

        package init(key: String, isAscending: Bool) {
            self.key = key
            self.isAscending = isAscending
        }
    }

    /// The client's predicate, or `nil` for all assets.
    private var condition: AssetFilter?
    /// The sort orders; the first takes precedence. If empty, the membership determines the order.
    package var orderings: [AssetOrdering] = []
    /// The largest number of assets, or `nil` for all.
    package var limit: Int?
    package var includesHidden = false
    package var includesAllBurstMembers = false
    /// The sources to search; empty for the user's own library.
    package var sourceTypes: SourceTypes = []
    /// Conditions of the fetch method, in addition to the client's predicate.
    package var restrictions: [AssetFilter] = []
    package var membership = Membership.library
    /// The words to search for, or `nil` for all assets.
    package var search: TextSearch?

    /// The list of assets to search. If the fetch has no sort orders, it also determines the order.
    package enum Membership: Sendable, Hashable {
        /// All assets of the library, oldest first.
        case library
        /// The assets of a smart album, oldest first. Recently Deleted lists the most recently deleted asset first.
        case smartAlbum(SmartAlbum)
        /// The assets of the album with this row identifier, in the album's order.
        case album(Int64)
        /// Oldest first.
        case moment(Moment)
        /// The assets with these row identifiers that the principal may see, in this order.
        case rows([Int64])
        /// The key assets of an album: its chosen cover, and the newest assets, or the first of `rows`.
        indirect case keyAssets(of: Membership, limit: Int)
        case nothing
    }

    package init() {}

    /// - Throws: `PredicateError` if assets don't have a key. The error names this key and the supported keys.
    package init(predicate: Predicate?, sorts: [Sort] = [], keys: Keys = .photoKit) throws(PredicateError) {
        if let predicate { condition = try predicate.assetFilter(keys) }
        for sort in sorts {
            orderings.append(try AssetOrdering.ordering(forKey: sort.key, ascending: sort.isAscending, keys: keys))
        }
    }

    private func restrict(_ query: inout AssetQuery, now: Date) {
        switch membership {
        case .library: break
        case .smartAlbum(let album): album.restrict(&query, now: now)
        case .album(let identifier): query.source = .album(identifier)
        case .moment(let moment): query.filter = .and([moment.filter, query.filter])
        case .rows(let identifiers): query.source = .rows(identifiers)
        // Key assets need a catalog. `AssetSnapshot` looks them up.
        case .keyAssets, .nothing: query.filter = .none
        }
    }

    func query(scope: AssetQuery.Scope, now: Date) -> AssetQuery {
        var query = AssetQuery()
        var filters = restrictions
        if let condition { filters.append(condition) }
        switch filters.count {
        case 0: break
        case 1: query.filter = filters[0]
        default: query.filter = .and(filters)
        }
        query.search = search
        if search != nil { query.searchKinds = SmartAlbum.searchKinds }
        query.orderings = orderings
        query.limit = limit
        query.hidden = includesHidden ? .included : .excluded
        query.includesAllBurstMembers = includesAllBurstMembers
        query.sourceTypes = sourceTypes
        query.scope = scope
        restrict(&query, now: now)
        return query
    }
}

extension AssetOrdering {
    /// The order by creation date, newest first.
    package static let newestFirst = AssetOrdering(column: .creationDate, isAscending: false)
}

extension AssetFetch {
    package static func mediaTypeFilter(_ mediaType: AssetMediaType) -> AssetFilter {
        .equal(.mediaType, mediaType)
    }

    /// Returns a filter for local identifiers. Ignores invalid identifiers.
    package static func identifierFilter(_ identifiers: [String]) -> AssetFilter {
        .isIn(.column(.uuid), identifiers.compactMap(LocalIdentifier.uuid).map { .text($0) })
    }

    package static func burstFilter(_ burstIdentifier: String) -> AssetFilter {
        .comparison(.column(.burstIdentifier), .equal, .text(burstIdentifier))
    }
}

extension AssetFetch.Membership {
    /// Returns a fetch of the key assets of an album.
    func fetchOfKeyAssets(limit: Int) -> AssetFetch {
        var fetch = AssetFetch()
        fetch.membership = self
        fetch.limit = limit
        switch self {
        case .rows, .nothing, .keyAssets: break
        case .library, .album, .smartAlbum, .moment:
            fetch.orderings = [.newestFirst]
        }
        return fetch
    }

    /// Returns the earliest added dates of a smart album with a limit in days, seen from two points in time. Returns
    /// `nil` for other memberships.
    func addedDateBounds(_ first: Date, _ second: Date) -> (Double, Double)? {
        guard case .smartAlbum(let album) = self, let days = album.dayLimit else { return nil }
        return (SmartAlbum.bound(days: days, now: first), SmartAlbum.bound(days: days, now: second))
    }
}
