import Photos
import UIKit

func usePHAssetMediaSubtype(_ subtypes: PHAssetMediaSubtype) {
    let _: PHAssetMediaSubtype = .photoPanorama
    let _: PHAssetMediaSubtype = .photoHDR
    let _: PHAssetMediaSubtype = .photoScreenshot
    let _: PHAssetMediaSubtype = .photoLive
    let _: PHAssetMediaSubtype = .photoDepthEffect
    let _: PHAssetMediaSubtype = .photoAnimation
    let _: PHAssetMediaSubtype = .spatialMedia
    let _: PHAssetMediaSubtype = .videoStreamed
    let _: PHAssetMediaSubtype = .videoHighFrameRate
    let _: PHAssetMediaSubtype = .videoTimelapse
    let _: PHAssetMediaSubtype = .videoScreenRecording
    let _: PHAssetMediaSubtype = .videoCinematic
    let _: PHAssetMediaSubtype = []
    let _: PHAssetMediaSubtype = PHAssetMediaSubtype(rawValue: 8)
    let _: UInt = subtypes.rawValue
    let _: Bool = subtypes.contains(.photoLive) || subtypes == .photoScreenshot || subtypes.isEmpty
    let _: PHAssetMediaSubtype = subtypes.union([.photoHDR, .photoLive]).subtracting(.photoHDR)
    var changed = subtypes
    changed.insert(.photoHDR)
    changed.remove(.photoHDR)
    requireOptionSet(subtypes)
    switch subtypes {
    case .photoLive: break
    case [.photoLive, .photoHDR]: break
    default: break
    }
}
