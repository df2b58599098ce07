import Foundation
import GalleryModel
import Photos

let model = PhotoLibraryModel.shared
let loaded = DispatchSemaphore(value: 0)
model.load { isAllowed in
    print("allowed: \(isAllowed)")
    loaded.signal()
}
loaded.wait()
print("assets: \(model.count)")
print("has Recents: \(model.albums.contains { $0.collection.assetCollectionSubtype == .smartAlbumUserLibrary })")
