import Photos
import UIKit

func usePHCollectionListSubtype(_ value: PHCollectionListSubtype) -> String {
    let _: PHCollectionListSubtype? = PHCollectionListSubtype(rawValue: 1)
    let _: Int = value.rawValue
    let _: [PHCollectionListSubtype: Int] = [.momentListCluster: 1]
    requireRawValue(value)
    requireHashable(value)
    requireSendable(value)
    switch value {
    case .momentListCluster: return "momentListCluster"
    case .momentListYear: return "momentListYear"
    case .regularFolder: return "regularFolder"
    case .rootFolder: return "rootFolder"
    case .smartFolderEvents: return "smartFolderEvents"
    case .smartFolderFaces: return "smartFolderFaces"
    case .any: return "any"
    @unknown default: return "something new"
    }
}

func usePHCollectionListSubtypeWithoutDefault(_ value: PHCollectionListSubtype) -> Int {
    switch value {
    case .momentListCluster: return 0
    case .momentListYear: return 1
    case .regularFolder: return 2
    case .rootFolder: return 6
    case .smartFolderEvents: return 3
    case .smartFolderFaces: return 4
    case .any: return 5
    }
}
