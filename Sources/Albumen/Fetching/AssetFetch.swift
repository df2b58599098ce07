package import Catalog
import Foundation
package import Records

/// A fetch of assets as a client wants it, before it becomes a query for that client. Keys and values are checked, and the
/// predicate is compiled, when the fetch is made: it can run any number of times.
package struct AssetFetch: Sendable {
    package struct Sort: Sendable, Hashable {
        package var key: String
        package var isAscending: Bool

        package init(key: String, isAscending: Bool) {
            self.key = key
            self.isAscending = isAscending
        }
    }

    /// The client's predicate; nil for all assets.
    private var condition: AssetFilter?
    /// The first decides. Without any, the membership decides the order.
    package var orderings: [AssetOrdering] = []
    /// Nil for all.
    package var limit: Int?
    package var includesHidden = false
    package var includesAllBurstMembers = false
    /// The sources to search; empty for the user's own library.
    package var sourceTypes: SourceTypes = []
    /// Conditions of the call itself, besides the client's predicate.
    package var restrictions: [AssetFilter] = []
    package var membership = Membership.library

    /// Where the assets are looked for. Without sorts, it also decides the order.
    package enum Membership: Sendable, Hashable {
        /// All of the library: oldest first.
        case library
        /// Oldest first; Recently Deleted by when its members were deleted, the last first.
        case smartAlbum(SmartAlbum)
        /// The album of this row, in its own order.
        case album(Int64)
        /// Oldest first.
        case moment(Moment)
        /// These rows, in this order, of those that may be seen.
        case rows([Int64])
        /// The few that stand for an album: its newest; of rows, the first. In that order.
        indirect case keyAssets(of: Membership, limit: Int)
        case nothing
    }

    package init() {}

    /// - Throws: an error that names a key that assets don't have, and the keys that they have.
    package init(predicate: Predicate?, sorts: [Sort] = []) throws(PredicateError) {
        if let predicate { condition = try predicate.assetFilter() }
        for sort in sorts {
            orderings.append(try AssetOrdering.ordering(forKey: sort.key, ascending: sort.isAscending))
        }
    }

    private func restrict(_ query: inout AssetQuery, now: Date) {
        switch membership {
        case .library: break
        case .smartAlbum(let album): album.restrict(&query, now: now)
        case .album(let identifier): query.source = .album(identifier)
        case .moment(let moment): query.filter = .and([moment.filter, query.filter])
        case .rows(let identifiers): query.source = .rows(identifiers)
        // Looked up first, where there is a catalog to look in.
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
    /// By creation date, the newest first.
    package static let newestFirst = AssetOrdering(column: .creationDate, isAscending: false)
}

extension AssetFetch {
    package static func mediaTypeFilter(_ mediaType: AssetMediaType) -> AssetFilter {
        .equal(.mediaType, mediaType)
    }

    /// Identifiers that are none match nothing.
    package static func identifierFilter(_ identifiers: [String]) -> AssetFilter {
        .isIn(.column(.uuid), identifiers.compactMap(LocalIdentifier.uuid).map { .text($0) })
    }

    package static func burstFilter(_ burstIdentifier: String) -> AssetFilter {
        .comparison(.column(.burstIdentifier), .equal, .text(burstIdentifier))
    }
}

extension AssetFetch.Membership {
    /// A fetch of the assets that stand for an album.
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

    /// The dates from which on assets belong to an album of the last days, seen from two moments; nil for any other album.
    func addedDateBounds(_ first: Date, _ second: Date) -> (Double, Double)? {
        guard case .smartAlbum(let album) = self, let days = album.dayLimit else { return nil }
        return (SmartAlbum.bound(days: days, now: first), SmartAlbum.bound(days: days, now: second))
    }
}
