import Photos
import UIKit

func usePHCollection(_ collection: PHCollection) {
    let _: PHObject = collection
    let _: String? = collection.localizedTitle
    let _: Bool = collection.canContainAssets
    let _: Bool = collection.canContainCollections
    let _: Any? = collection.value(forKey: "title")
    let _: PHAssetCollection? = collection as? PHAssetCollection
    let _: Set<PHCollection> = [collection]
    let _: Date? = collection.modificationDate
    let _: Bool = collection.canPerform(.rename)
    let _: PHFetchResult<PHCollection> = PHCollection.fetchTopLevelUserCollections(with: nil)
    let _: PHFetchResult<PHCollection> = PHFetchResult(PHFetchResult<PHAssetCollection>())
    let _: PHFetchResult<PHCollection> = PHFetchResult(PHFetchResult<PHCollectionList>())
    if let list = collection as? PHCollectionList {
        let _: PHFetchResult<PHCollection> = PHCollection.fetchCollections(in: list, options: nil)
    }
    requireSendable(collection)
    guard let album = collection as? PHAssetCollection else { return }
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(in: album, options: nil)
}
