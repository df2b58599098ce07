import Photos
import UIKit

func usePHAssetCollectionChangeRequest(_ album: PHAssetCollection, _ assets: [PHAsset], _ indexes: IndexSet) {
    let created: PHAssetCollectionChangeRequest =
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
    let _: PHChangeRequest = created
    let _: PHObjectPlaceholder = created.placeholderForCreatedAssetCollection
    let _: PHAssetCollectionChangeRequest? = PHAssetCollectionChangeRequest(
        for: album, assets: PHAsset.fetchAssets(in: album, options: nil))
    let _: PHAssetCollectionChangeRequest? = PHAssetCollectionChangeRequest(for: album, assets: nil)
    guard let request = PHAssetCollectionChangeRequest(for: album) else { return }
    let _: String = request.title
    request.title = "Journey"
    request.addAssets(assets as NSArray)
    request.addAssets(assets as NSFastEnumeration)
    request.addAssets(NSOrderedSet(array: assets))
    request.addAssets(PHAsset.fetchAssets(with: nil))
    request.insertAssets(assets as NSArray, at: indexes)
    request.insertAssets(assets as NSFastEnumeration, at: [0])
    request.removeAssets(assets as NSArray)
    request.removeAssets(at: indexes)
    request.replaceAssets(at: indexes, withAssets: assets as NSArray)
    request.moveAssets(at: IndexSet(integer: 3), to: 0)
    PHAssetCollectionChangeRequest(for: album)?.removeAssets([assets[0]] as NSArray)
    PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
    PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSFastEnumeration)
}

/// The helper that most apps have: finds an album by its title, or makes it.
func album(titled title: String, completion: @escaping (PHAssetCollection?) -> Void) {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    let found = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
    if let album = found.firstObject { return completion(album) }
    var placeholder: PHObjectPlaceholder?
    PHPhotoLibrary.shared().performChanges(
        {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            placeholder = request.placeholderForCreatedAssetCollection
        },
        completionHandler: { success, _ in
            guard success, let identifier = placeholder?.localIdentifier else { return completion(nil) }
            completion(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject)
        })
}
