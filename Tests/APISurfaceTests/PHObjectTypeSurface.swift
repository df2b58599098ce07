import Photos

func usePHObjectType(_ type: PHObjectType) {
    let _: PHObjectType = .asset
    let _: PHObjectType = .assetCollection
    let _: PHObjectType = .collectionList
    let _: PHObjectType? = PHObjectType(rawValue: 1)
    let _: Int = type.rawValue
    switch type {
    case .asset, .assetCollection, .collectionList: break
    @unknown default: break
    }
    requireSendable(type)
    requireHashable(type)
}
