import Catalog

/// The assets of an album, newest first, as they were at one moment: what a page shows by rank.
///
/// Eight bytes an asset. What it holds was allowed when it was fetched; rows are read by window.
package struct Timeline: Sendable {
    /// The number of the library's last change when the timeline was fetched.
    package let version: Int64
    /// Of rows, by rank.
    package let identifiers: [Int64]

    /// The rank of a row. Looks through all identifiers: some 50 microseconds for a hundred thousand.
    package func rank(of identifier: Int64) -> Int? {
        identifiers.firstIndex(of: identifier)
    }

    /// At most `limit` ranks, evenly spaced, the first and the last among them.
    package func ranks(atMost limit: Int) -> [Int] {
        precondition(limit >= 2)
        guard identifiers.count > limit else { return Array(identifiers.indices) }
        let last = identifiers.count - 1
        return (0..<limit).map { $0 * last / (limit - 1) }
    }
}

extension Library {
    /// Fetches what a page shows of an album: its members in its own order, those of a smart album newest first. For a smart
    /// album a walk over the index of creation dates: some 0.4 microseconds an asset of the library.
    package func timeline(of membership: AssetFetch.Membership, access: Access) throws -> Timeline {
        var fetch = AssetFetch()
        fetch.membership = membership
        fetch.sorts = membership.pageOrder
        let query = try fetch.query(access: access, now: now())
        return try catalog.read { reader in
            Timeline(
                version: try reader.latestChange(),
                identifiers: query.scope == .nothing ? [] : try reader.assetIdentifiers(matching: query))
        }
    }
}

extension AssetFetch.Membership {
    /// The order of the page; empty where the members have one of their own.
    fileprivate var pageOrder: [AssetFetch.Sort] {
        switch self {
        case .album, .rows, .nothing, .smartAlbum(SmartAlbum.recentlyDeleted): []
        case .library, .smartAlbum, .moment: [AssetFetch.Sort(key: "creationDate", isAscending: false)]
        }
    }
}
