import PhotoLibrary
import Records

extension AlbumContent {
    static func transient(_ assets: [PHAsset], title: String?) -> AlbumContent {
        let library = assets.lazy.compactMap(\.library).first
        let rows = assets.filter { $0.library === library }.compactMap { $0.record?.id }
        return .transient(rows, title: title, library)
    }

    static func transient(_ fetchResult: PHFetchResult<PHAsset>, title: String?) -> AlbumContent {
        guard let fetched = fetchResult.source as? FetchedAssets else {
            return transient(fetchResult.objects(at: fetchResult.indexes), title: title)
        }
        return .transient(Array(fetched.identifiers), title: title, fetched.library)
    }
}
