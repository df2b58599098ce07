import Albumen
import Catalog
import Foundation

extension PHFetchResult<PHAsset> {
    /// The rows of the assets, in order. Those that stand for nothing are left out.
    var rows: [Int64] {
        if let fetched = source as? FetchedAssets { return fetched.identifiers }
        return objects(at: indexes).compactMap { $0.record?.id }
    }
}

extension PHFetchResult<PHCollection> {
    /// The rows of the albums and folders, in order. Other collections are left out.
    var rows: [Int64] {
        objects(at: indexes).compactMap { collection in
            (collection as? PHAssetCollection)?.albumRecord?.id ?? (collection as? PHCollectionList)?.folderRecord?.id
        }
    }
}
