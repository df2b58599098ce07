import Photos
import UIKit

func usePHObjectPlaceholder(_ placeholder: PHObjectPlaceholder, _ asset: PHAsset) {
    let _: PHObject = placeholder
    let _: String = placeholder.localIdentifier
    let _: Bool = placeholder == asset
    let _: Bool = placeholder.isEqual(asset)
    let _: any NSFastEnumeration = [placeholder]
    let _: Set<PHObject> = [placeholder, asset]
    let _: PHFetchResult<PHAsset> = PHAsset.fetchAssets(
        withLocalIdentifiers: [placeholder.localIdentifier], options: nil)
    requireSendable(placeholder)
}
