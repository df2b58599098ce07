import Catalog
import Records

extension SmartAlbum {
    /// How many assets each smart album shows a client, those of them that can have any. For who sees the whole library,
    /// from counts that are kept.
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

    /// How many assets the album shows a client: a fetch of its members without options.
    ///
    /// - Complexity: O(1) with full access, except in albums of the last days and in Hidden and Recently Deleted, which are
    ///   O(*n*) for *n* members. With limited access O(*n*) for the assets that the client sees.
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

    /// What decides among the assets that are shown; nil for the albums of others, those with an index of their own, and those that
    /// nothing can belong to.
    private var shownFilter: AssetFilter? {
        if case .matching(let filter) = rule { filter } else { nil }
    }

    private var hasOwnQuery: Bool {
        switch rule {
        case .addedWithin, .hidden, .trashed: true
        case .matching, .empty: false
        }
    }
}
