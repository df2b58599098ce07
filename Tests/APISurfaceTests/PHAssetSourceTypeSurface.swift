import Photos
import UIKit

func usePHAssetSourceType(_ types: PHAssetSourceType) {
    let _: PHAssetSourceType = .typeUserLibrary
    let _: PHAssetSourceType = .typeCloudShared
    let _: PHAssetSourceType = .typeiTunesSynced
    let _: PHAssetSourceType = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
    let _: PHAssetSourceType = []
    let _: PHAssetSourceType = PHAssetSourceType(rawValue: 1)
    let _: UInt = types.rawValue
    let _: Bool = types.contains(.typeCloudShared)
    requireOptionSet(types)
}
