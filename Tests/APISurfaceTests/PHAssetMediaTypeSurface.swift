import Photos
import UIKit

func usePHAssetMediaType(_ type: PHAssetMediaType) -> String {
    let _: PHAssetMediaType? = PHAssetMediaType(rawValue: 1)
    let _: Int = type.rawValue
    let _: [PHAssetMediaType: Int] = [.image: 1, .video: 2]
    requireRawValue(type)
    requireHashable(type)
    requireSendable(type)
    switch type {
    case .unknown: return "unknown"
    case .image: return "image"
    case .video: return "video"
    case .audio: return "audio"
    @unknown default: return "something new"
    }
}

func usePHAssetMediaTypeWithoutDefault(_ type: PHAssetMediaType) -> Bool {
    switch type {
    case .image, .video: return true
    case .unknown, .audio: return false
    }
}
