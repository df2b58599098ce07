import Photos
import UIKit

func usePHCollectionListType(_ value: PHCollectionListType) -> String {
    let _: PHCollectionListType? = PHCollectionListType(rawValue: 1)
    let _: Int = value.rawValue
    let _: [PHCollectionListType: Int] = [.momentList: 1]
    requireRawValue(value)
    requireHashable(value)
    requireSendable(value)
    switch value {
    case .momentList: return "momentList"
    case .folder: return "folder"
    case .smartFolder: return "smartFolder"
    @unknown default: return "something new"
    }
}

func usePHCollectionListTypeWithoutDefault(_ value: PHCollectionListType) -> Int {
    switch value {
    case .momentList: return 0
    case .folder: return 1
    case .smartFolder: return 2
    }
}
