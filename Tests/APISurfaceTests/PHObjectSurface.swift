import Photos
import UIKit

func usePHObject(_ object: PHObject, _ other: PHObject) {
    let _: String = object.localIdentifier
    let _: PHObject? = object.copy() as? PHObject
    let _: Any = object.copy(with: nil)
    let _: Bool = object.isEqual(other)
    let _: Bool = object == other
    let _: Int = object.hash
    let _: Any? = object.value(forKey: "localIdentifier")
    let _: String? = object.value(forKey: "localIdentifier") as? String

    let _: Bool = object.responds(to: NSSelectorFromString("localIdentifier"))
    let _: Unmanaged<AnyObject>? = object.perform(NSSelectorFromString("localIdentifier"))

    let _: Set<PHObject> = [object, other]
    var names: [PHObject: String] = [object: "one"]
    names[other] = "two"
    let cache = NSCache<PHObject, NSString>()
    cache.setObject("kept", forKey: object)
    let _: NSString? = cache.object(forKey: object)

    let _: any NSCopying = object
    requireSendable(object)
    requireHashable(object)
    switch object {
    case let asset as PHAsset: let _: PHAssetMediaType = asset.mediaType
    case let collection as PHCollection: let _: String? = collection.localizedTitle
    default: break
    }
}
