import Photos
import UIKit

func usePHAssetBurstSelectionType(_ types: PHAssetBurstSelectionType) {
    let _: PHAssetBurstSelectionType = .autoPick
    let _: PHAssetBurstSelectionType = .userPick
    let _: PHAssetBurstSelectionType = [.autoPick, .userPick]
    let _: PHAssetBurstSelectionType = []
    let _: PHAssetBurstSelectionType = PHAssetBurstSelectionType(rawValue: 1)
    let _: UInt = types.rawValue
    let _: Bool = types.contains(.userPick)
    requireOptionSet(types)
}
