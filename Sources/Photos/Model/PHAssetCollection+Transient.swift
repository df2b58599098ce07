import Albumen
import Catalog

extension PHAssetCollection {
    /// An album of these assets, in this order, in memory only: no fetch of collections finds it, and nothing can be
    /// changed in it. Empty assets, those that are not in the library, and those of another library than the first are
    /// left out.
    public class func transientAssetCollection(with assets: [PHAsset], title: String?) -> PHAssetCollection {
        let library = assets.lazy.compactMap(\.library).first
        let rows = assets.filter { $0.library === library }.compactMap { $0.record?.id }
        return PHAssetCollection(.transient(rows, title: title, library))
    }

    /// An album of the assets of a fetch, in memory only, as `transientAssetCollection(with:title:)`. Costs eight bytes
    /// an asset.
    public class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?
    ) -> PHAssetCollection {
        guard let fetched = fetchResult.source as? FetchedAssets else {
            return transientAssetCollection(with: fetchResult.objects(at: fetchResult.indexes), title: title)
        }
        return PHAssetCollection(.transient(Array(fetched.identifiers), title: title, fetched.library))
    }
}
