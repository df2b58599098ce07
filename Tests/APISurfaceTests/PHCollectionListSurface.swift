import Photos
import UIKit

func usePHCollectionList(_ list: PHCollectionList) {
    let _: PHCollectionList = PHCollectionList()
    let _: PHCollection = list
    let _: PHCollectionListType = list.collectionListType
    let _: PHCollectionListSubtype = list.collectionListSubtype
    let _: Date? = list.startDate
    let _: Date? = list.endDate
    let _: [String] = list.localizedLocationNames
    let _: String? = list.localizedTitle
    let _: Bool = list.canContainCollections
    let _: Bool = list.canPerform(.addContent)
    requireSendable(list)
}

func fetchPHCollectionLists(
    _ list: PHCollectionList, _ album: PHAssetCollection, options: PHFetchOptions, identifiers: [String]
) {
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchCollectionListsContaining(album, options: nil)
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchCollectionListsContaining(list, options: options)
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: identifiers, options: nil)
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchCollectionLists(
        with: .folder, subtype: .any, options: nil)
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchCollectionLists(
        with: PHCollectionListType.folder, subtype: PHCollectionListSubtype.regularFolder, options: options)
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchMomentLists(
        with: .momentListYear, containingMoment: album, options: nil)
    let _: PHFetchResult<PHCollectionList> = PHCollectionList.fetchMomentLists(with: .momentListCluster, options: nil)
    let _: PHFetchResult<PHCollection> = PHCollection.fetchCollections(in: list, options: nil)
    let _: PHFetchResult<PHCollection> = PHCollectionList.fetchTopLevelUserCollections(with: options)
    let _: PHCollectionList = PHCollectionList.transientCollectionList(with: [album, list], title: "Both")
    let _: PHCollectionList = PHCollectionList.transientCollectionList(
        withCollectionsFetchResult: PHCollection.fetchTopLevelUserCollections(with: nil), title: nil)
}

/// A tree of folders, as apps show it.
func titles(of list: PHCollectionList, depth: Int = 0) -> [String] {
    var lines: [String] = []
    PHCollection.fetchCollections(in: list, options: nil).enumerateObjects { collection, _, _ in
        lines.append(String(repeating: " ", count: depth) + (collection.localizedTitle ?? ""))
        if let inner = collection as? PHCollectionList { lines += titles(of: inner, depth: depth + 1) }
    }
    return lines
}

/// A stand-in, as tests of apps write them.
class StandInList: PHCollectionList, @unchecked Sendable {
    override var collectionListType: PHCollectionListType { .folder }
    override var collectionListSubtype: PHCollectionListSubtype { .regularFolder }
    override var startDate: Date? { nil }
    override var endDate: Date? { nil }
    override var localizedLocationNames: [String] { [] }
    override var localizedTitle: String? { "Stand-in" }
    override var canContainAssets: Bool { false }
    override var canContainCollections: Bool { true }
    override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool { false }
}
