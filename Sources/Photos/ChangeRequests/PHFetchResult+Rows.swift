import Albumen
import Foundation
import Records

extension PHFetchResult<PHAsset> {
    /// The rows of the assets, in order: indexes count in all of them, so what stands for nothing has a row that is none.
    var rows: [Int64] {
        if let fetched = source as? FetchedAssets { return Array(fetched.identifiers) }
        return objects(at: indexes).map { $0.record?.id ?? -1 }
    }
}

extension PHFetchResult<PHCollection> {
    /// The rows of the albums and folders, in order; other collections have a row that is none.
    var rows: [Int64] {
        objects(at: indexes).map { collection in
            (collection as? PHAssetCollection)?.albumRecord?.id ?? (collection as? PHCollectionList)?.folderRecord?.id
                ?? -1
        }
    }
}
