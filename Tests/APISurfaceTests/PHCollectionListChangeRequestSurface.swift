import Photos
import UIKit

func usePHCollectionListChangeRequest(_ list: PHCollectionList, _ albums: [PHCollection], _ indexes: IndexSet) {
    let created: PHCollectionListChangeRequest =
        PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Trips")
    let _: PHChangeRequest = created
    let _: PHObjectPlaceholder = created.placeholderForCreatedCollectionList
    let topLevel: PHFetchResult<PHCollection> = PHCollection.fetchTopLevelUserCollections(with: nil)
    let _: PHCollectionListChangeRequest? = PHCollectionListChangeRequest(for: list, childCollections: topLevel)
    let _: PHCollectionListChangeRequest? = PHCollectionListChangeRequest(
        forTopLevelCollectionListUserCollections: topLevel)
    guard let request = PHCollectionListChangeRequest(for: list) else { return }
    let _: String = request.title
    request.title = "Journeys"
    request.addChildCollections(albums as NSArray)
    request.addChildCollections([created.placeholderForCreatedCollectionList] as NSArray)
    request.insertChildCollections(albums as NSArray, at: indexes)
    request.removeChildCollections(albums as NSFastEnumeration)
    request.removeChildCollections(at: indexes)
    request.replaceChildCollections(at: indexes, withChildCollections: albums as NSArray)
    request.moveChildCollections(at: IndexSet(integer: 3), to: 0)
    PHCollectionListChangeRequest.deleteCollectionLists([list] as NSArray)
}
