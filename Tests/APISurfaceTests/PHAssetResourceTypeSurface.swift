import Photos
import UIKit

func usePHAssetResourceType(_ type: PHAssetResourceType) -> String {
    let _: PHAssetResourceType? = PHAssetResourceType(rawValue: 1)
    let _: Int = type.rawValue
    requireRawValue(type)
    requireHashable(type)
    requireSendable(type)
    switch type {
    case .photo: return "photo"
    case .video: return "video"
    case .audio: return "audio"
    case .alternatePhoto: return "alternatePhoto"
    case .fullSizePhoto: return "fullSizePhoto"
    case .fullSizeVideo: return "fullSizeVideo"
    case .adjustmentData: return "adjustmentData"
    case .adjustmentBasePhoto: return "adjustmentBasePhoto"
    case .pairedVideo: return "pairedVideo"
    case .fullSizePairedVideo: return "fullSizePairedVideo"
    case .adjustmentBasePairedVideo: return "adjustmentBasePairedVideo"
    case .adjustmentBaseVideo: return "adjustmentBaseVideo"
    case .photoProxy: return "photoProxy"
    @unknown default: return "unknown"
    }
}
