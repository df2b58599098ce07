import Catalog
import Foundation

extension SmartAlbum {
    /// How many assets each smart album shows a client, those of them that can have any. One walk over the library: some 0.4
    /// microseconds an asset.
    package static func counts(in library: Library, access: Access) throws -> [(album: SmartAlbum, count: Int)] {
        let now = library.now()
        var counts: [Int: Int] = [:]
        let shown = all.compactMap { album in album.filter(now: now).map { (album, $0) } }
        let sums = try library.catalog.read { reader in
            try reader.counts(ofShownAssets: shown.map(\.1), scope: access.scope)
        }
        for ((album, _), count) in zip(shown, sums) { counts[album.subtype] = count }
        for album in all where album.hasOwnQuery {
            var fetch = AssetFetch()
            fetch.album = album
            counts[album.subtype] = try library.assetCount(fetch, access: access)
        }
        return all.compactMap { album in counts[album.subtype].map { (album, $0) } }
    }

    /// What decides among the assets that are shown; nil for the albums of others, and those that nothing can belong to.
    private func filter(now: Date) -> AssetFilter? {
        switch rule {
        case .matching(let filter): filter
        case .addedWithin(let days): Self.addedFilter(days: days, now: now)
        case .hidden, .empty: nil
        }
    }

    private var hasOwnQuery: Bool {
        if case .hidden = rule { true } else { false }
    }
}
