import Photos
import UIKit

func usePHAssetAdjustmentsState(_ value: PHAsset.AdjustmentsState) -> String {
    let _: PHAsset.AdjustmentsState? = PHAsset.AdjustmentsState(rawValue: 1)
    let _: Int = value.rawValue
    let _: [PHAsset.AdjustmentsState: Int] = [.none: 1]
    requireRawValue(value)
    requireHashable(value)
    requireSendable(value)
    switch value {
    case .none: return "none"
    case .userAdjusted: return "userAdjusted"
    case .cameraAutoAdjusted: return "cameraAutoAdjusted"
    @unknown default: return "something new"
    }
}

func usePHAssetAdjustmentsStateWithoutDefault(_ value: PHAsset.AdjustmentsState) -> Int {
    switch value {
    case .none: return 0
    case .userAdjusted: return 1
    case .cameraAutoAdjusted: return 2
    }
}
