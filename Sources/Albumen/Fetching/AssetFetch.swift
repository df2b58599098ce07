package import Catalog
package import Foundation

/// A fetch of assets as a client words it, before it becomes a query.
package struct AssetFetch: Sendable {
    package struct Sort: Sendable, Hashable {
        package var key: String
        package var isAscending: Bool

        package init(key: String, isAscending: Bool) {
            self.key = key
            self.isAscending = isAscending
        }
    }

    package var predicate: Predicate?
    package var sorts: [Sort] = []
    /// Nil for all.
    package var limit: Int?
    package var includesHidden = false
    package var includesAllBurstMembers = false
    /// PhotoKit's source types; 0 for the user's own library.
    package var sourceTypes = 0
    /// Conditions of the call itself, beside the client's predicate.
    package var restrictions: [AssetFilter] = []
    /// Only the members of this album.
    package var album: SmartAlbum?

    package init() {}

    /// - Throws: `PredicateError`, as `query` does.
    package func validate() throws {
        _ = try query(access: .none, now: .distantPast)
    }

    /// - Throws: `PredicateError` where the predicate or a sort names a key that assets do not have.
    package func query(access: Access, now: Date) throws -> AssetQuery {
        var query = AssetQuery()
        var filters = restrictions
        if let predicate { filters.append(try predicate.assetFilter()) }
        switch filters.count {
        case 0: break
        case 1: query.filter = filters[0]
        default: query.filter = .and(filters)
        }
        query.orderings = try sorts.map { try AssetOrdering.ordering(forKey: $0.key, ascending: $0.isAscending) }
        query.limit = limit
        query.hidden = includesHidden ? .included : .excluded
        query.includesAllBurstMembers = includesAllBurstMembers
        query.sourceTypes = sourceTypes
        query.scope = access.scope
        album?.restrict(&query, now: now)
        return query
    }
}

extension AssetFetch {
    package static func mediaTypeFilter(_ mediaType: Int) -> AssetFilter {
        .comparison(.column(.mediaType), .equal, .integer(Int64(mediaType)))
    }

    /// Identifiers that are none match nothing.
    package static func identifierFilter(_ identifiers: [String]) -> AssetFilter {
        .isIn(.column(.uuid), identifiers.compactMap(LocalIdentifier.uuid).map { .text($0) })
    }

    package static func burstFilter(_ burstIdentifier: String) -> AssetFilter {
        .comparison(.column(.burstIdentifier), .equal, .text(burstIdentifier))
    }
}
