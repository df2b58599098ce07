import Photos
import UIKit

func usePHCollectionEditOperation(_ value: PHCollectionEditOperation) -> String {
    let _: PHCollectionEditOperation? = PHCollectionEditOperation(rawValue: 1)
    let _: Int = value.rawValue
    let _: [PHCollectionEditOperation: Int] = [.deleteContent: 1]
    requireRawValue(value)
    requireHashable(value)
    requireSendable(value)
    switch value {
    case .deleteContent: return "deleteContent"
    case .removeContent: return "removeContent"
    case .addContent: return "addContent"
    case .createContent: return "createContent"
    case .rearrangeContent: return "rearrangeContent"
    case .delete: return "delete"
    case .rename: return "rename"
    @unknown default: return "something new"
    }
}

func usePHCollectionEditOperationWithoutDefault(_ value: PHCollectionEditOperation) -> Int {
    switch value {
    case .deleteContent: return 0
    case .removeContent: return 1
    case .addContent: return 2
    case .createContent: return 3
    case .rearrangeContent: return 4
    case .delete: return 5
    case .rename: return 6
    }
}
