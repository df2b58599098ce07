import Photos
import UIKit

func usePHAssetCollectionType(_ type: PHAssetCollectionType) -> String {
    let _: PHAssetCollectionType? = PHAssetCollectionType(rawValue: 2)
    let _: Int = type.rawValue
    requireRawValue(type)
    requireHashable(type)
    requireSendable(type)
    switch type {
    case .album: return "album"
    case .smartAlbum: return "smartAlbum"
    case .moment: return "moment"
    @unknown default: return "unknown"
    }
}

func usePHAssetCollectionTypeWithoutDefault(_ type: PHAssetCollectionType) -> Bool {
    switch type {
    case .album: return true
    case .moment: return true
    case .smartAlbum: return false
    }
}
