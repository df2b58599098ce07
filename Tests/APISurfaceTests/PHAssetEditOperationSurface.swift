import Photos
import UIKit

func usePHAssetEditOperation(_ value: PHAssetEditOperation) -> String {
    let _: PHAssetEditOperation? = PHAssetEditOperation(rawValue: 1)
    let _: Int = value.rawValue
    let _: [PHAssetEditOperation: Int] = [.delete: 1]
    requireRawValue(value)
    requireHashable(value)
    requireSendable(value)
    switch value {
    case .delete: return "delete"
    case .content: return "content"
    case .properties: return "properties"
    @unknown default: return "something new"
    }
}

func usePHAssetEditOperationWithoutDefault(_ value: PHAssetEditOperation) -> Int {
    switch value {
    case .delete: return 0
    case .content: return 1
    case .properties: return 2
    }
}
