import Foundation
import PhotoLibrary
import Records

extension PHFetchResult<PHAsset> {
    /// The row identifiers of the assets, in order. An empty asset has the identifier -1, so that indexes count all
    /// assets.
    var rows: [Int64] {
        if let fetched = source as? FetchedAssets { return Array(fetched.identifiers) }
        return objects(at: indexes).map { $0.record?.id ?? -1 }
    }
}

extension PHFetchResult<PHCollection> {
    /// The row identifiers of the albums and folders, in order. Other collections have the identifier -1.
    var rows: [Int64] {
        objects(at: indexes).map { collection in
            (collection as? PHAssetCollection)?.albumRecord?.id ?? (collection as? PHCollectionList)?.folderRecord?.id
                ?? -1
        }
    }
}
