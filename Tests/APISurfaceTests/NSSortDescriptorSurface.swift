import Photos
import UIKit

/// How apps write the order of what they fetch.
func useNSSortDescriptor(newestFirst: Bool, key: String, optionalKey: String?) -> [NSSortDescriptor] {
    let _: NSSortDescriptor = NSSortDescriptor(key: "creationDate", ascending: false)
    let _: NSSortDescriptor = NSSortDescriptor(key: key, ascending: newestFirst)
    let _: NSSortDescriptor = NSSortDescriptor(key: optionalKey, ascending: true)
    let _: NSSortDescriptor = NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false)
    let _: NSSortDescriptor = NSSortDescriptor(keyPath: \PHAsset.duration, ascending: true)
    let _: NSSortDescriptor = NSSortDescriptor(keyPath: \PHAsset.isFavorite, ascending: true)
    let _: NSSortDescriptor = NSSortDescriptor(keyPath: \PHAsset.mediaType, ascending: true)
    let _: NSSortDescriptor = NSSortDescriptor(keyPath: \PHAssetCollection.localizedTitle, ascending: true)
    let _: Bool = NSSortDescriptor(key: "modificationDate", ascending: true).ascending
    return [
        .init(key: "mediaType", ascending: true),
        NSSortDescriptor(key: "creationDate", ascending: false),
    ]
}
