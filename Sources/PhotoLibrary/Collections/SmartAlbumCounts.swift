import Catalog
import Records

extension SmartAlbum {
    /// Returns the number of assets that the client can see in each smart album. Leaves out albums that are always
    /// empty. With full access, most counts come from stored counts per kind of asset.
    package static func counts(in view: LibraryView) throws -> [(album: SmartAlbum, count: Int)] {
        var counts: [CollectionSubtype: Int] = [:]
        let shown = all.compactMap { album in album.shownFilter.map { (album, $0) } }
        let sums = try view.catalog.read { reader in
            try reader.counts(ofShownAssets: shown.map(\.1), scope: view.scope)
        }
        for ((album, _), count) in zip(shown, sums) { counts[album.subtype] = count }
        for album in all where album.hasOwnQuery {
            counts[album.subtype] = try album.count(in: view)
        }
        return all.compactMap { album in counts[album.subtype].map { (album, $0) } }
    }

    /// Returns the number of assets that the client can see in the album. Equals the count of a fetch without options.
    ///
    /// - Complexity: O(1) with full access. Recently Added, Hidden, Long Exposure, Unable to Upload and Recently Deleted are
    ///   O(*n*) for *n* members.
    ///   With limited access, O(*n*) for *n* assets that the client can see.
    package func count(in view: LibraryView) throws -> Int {
        if let shownFilter {
            return try view.catalog.read { reader in
                try reader.counts(ofShownAssets: [shownFilter], scope: view.scope).first ?? 0
            }
        }
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(self)
        return try view.assetCount(fetch)
    }

    /// The filter for visible assets. `nil` for albums with a query of their own, and for albums that are always empty.
    private var shownFilter: AssetFilter? {
        if case .matching(let filter) = rule { filter } else { nil }
    }

    private var hasOwnQuery: Bool {
        switch rule {
        case .addedWithin, .hidden, .trashed, .rare: true
        case .matching, .empty: false
        }
    }
}
