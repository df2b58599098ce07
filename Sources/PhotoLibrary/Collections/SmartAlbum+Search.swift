import Catalog
import Records

extension SmartAlbum {
    /// The kinds that a search finds by the titles of their smart albums, in English and Chinese, and by other names.
    static let searchKinds = SearchKinds(
        all.compactMap { album in
            guard album.isSearchKind, case .matching(let filter) = album.rule else { return nil }
            let titles = [album.englishTitle, album.chineseTitle]
            return SearchKind(
                names: titles + titles.compactMap(singular) + (synonyms[album.subtype] ?? []), filter: filter)
        })

    /// Whether a search finds the album's members by its titles.
    var isSearchKind: Bool {
        if case .matching(let filter) = rule { filter != .all } else { false }
    }

    private static func singular(_ title: String) -> String? { title.hasSuffix("s") ? String(title.dropLast()) : nil }

    private static let synonyms: [CollectionSubtype: [String]] = [
        .smartAlbumVideos: ["movie", "movies", "影片"],
        .smartAlbumFavorites: ["favourite", "favourites", "收藏"],
        .smartAlbumTimelapses: ["timelapse", "timelapses"],
        .smartAlbumSlomoVideos: ["slow motion", "slomo"],
        .smartAlbumPanoramas: ["pano", "全景"],
        .smartAlbumScreenshots: ["screen shot", "屏幕快照"],
        .smartAlbumDepthEffect: ["portraits"],
        .smartAlbumLivePhotos: ["实况"],
        .smartAlbumBursts: ["连拍"],
        .smartAlbumAnimated: ["animation", "animations"],
    ]
}
