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
    requireSendable(collection)
    guard let album = collection as? PHAssetCollection else { return }
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(in: album, options: nil)
}
