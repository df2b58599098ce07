import Photos
import UIKit

/// What a screen of albums and folders shows, and what its buttons do. To be used on the main thread.
class AlbumsModel: NSObject {
    typealias Completion = (Error?) -> Void

    /// What the user made, newest first until it was put in another order.
    private(set) var topLevel = PHFetchResult<PHCollection>()

    /// Fetches what is shown, when the user allows it.
    func load(_ completion: @escaping (Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
            DispatchQueue.main.async {
                guard status == .authorized else { return completion(false) }
                self.reload()
                completion(true)
            }
        }
    }

    func reload() {
        topLevel = PHCollection.fetchTopLevelUserCollections(with: nil)
    }

    // MARK: Shown

    /// A line for each album, with the number of its photos, and for each folder; what is in a folder is indented.
    var outline: [String] { lines(of: topLevel, indentation: "") }

    private func lines(of collections: PHFetchResult<PHCollection>, indentation: String) -> [String] {
        var lines: [String] = []
        collections.enumerateObjects { collection, _, _ in
            let title = collection.localizedTitle ?? "Untitled"
            if let album = collection as? PHAssetCollection {
                lines.append("\(indentation)\(title) (\(album.estimatedAssetCount))")
            } else if let folder = collection as? PHCollectionList {
                lines.append("\(indentation)\(title)/")
                let children = PHCollection.fetchCollections(in: folder, options: nil)
                lines += self.lines(of: children, indentation: indentation + "  ")
            }
        }
        return lines
    }

    func album(titled title: String) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localizedTitle = %@", title)
        return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
            .firstObject
    }

    func folder(titled title: String) -> PHCollectionList? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localizedTitle = %@", title)
        return PHCollectionList.fetchCollectionLists(with: .folder, subtype: .regularFolder, options: options)
            .firstObject
    }

    /// The photos of an album in its own order.
    func photos(in album: PHAssetCollection) -> PHFetchResult<PHAsset> {
        PHAsset.fetchAssets(in: album, options: nil)
    }

    // MARK: Made

    /// Makes a folder, a folder in it, an album in that, and a photo in the album: all of them or, if one fails, none.
    func addTrip(
        titled title: String, inFolder parent: String, inFolder folder: String, cover: UIImage,
        _ completion: @escaping Completion
    ) {
        change(
            {
                let photo = PHAssetChangeRequest.creationRequestForAsset(from: cover)
                guard let cover = photo.placeholderForCreatedAsset else { return }
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                album.addAssets([cover] as NSArray)
                // None of them exists yet: their placeholders stand for them.
                let inner = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: folder)
                inner.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
                let outer = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: parent)
                outer.addChildCollections([inner.placeholderForCreatedCollectionList] as NSArray)
            }, completion)
    }

    func addAlbum(titled title: String, _ completion: @escaping Completion) {
        change(
            {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            }, completion)
    }

    /// Makes an album that is the first in a folder.
    func addAlbum(titled title: String, toFront folder: PHCollectionList, _ completion: @escaping Completion) {
        let children = PHCollection.fetchCollections(in: folder, options: nil)
        change(
            {
                let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                let request = PHCollectionListChangeRequest(for: folder, childCollections: children)
                request?.insertChildCollections(
                    [album.placeholderForCreatedAssetCollection] as NSArray, at: IndexSet(integer: 0))
            }, completion)
    }

    // MARK: Changed

    /// Puts photos at the end of an album.
    func add(_ photos: PHFetchResult<PHAsset>, to album: PHAssetCollection, _ completion: @escaping Completion) {
        change({ PHAssetCollectionChangeRequest(for: album)?.addAssets(photos) }, completion)
    }

    /// Moves a photo as the user dragged it, from where it was shown to where it shall be.
    func movePhoto(at index: Int, to newIndex: Int, in album: PHAssetCollection, _ completion: @escaping Completion) {
        let shown = photos(in: album)
        change(
            {
                let request = PHAssetCollectionChangeRequest(for: album, assets: shown)
                request?.moveAssets(at: IndexSet(integer: index), to: newIndex)
            }, completion)
    }

    func removePhoto(at index: Int, from album: PHAssetCollection, _ completion: @escaping Completion) {
        let shown = photos(in: album)
        change(
            {
                let request = PHAssetCollectionChangeRequest(for: album, assets: shown)
                request?.removeAssets(at: IndexSet(integer: index))
            }, completion)
    }

    /// Moves an album or folder of the list as the user dragged it.
    func moveCollection(at index: Int, to newIndex: Int, _ completion: @escaping Completion) {
        let shown = topLevel
        change(
            {
                let request = PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: shown)
                request?.moveChildCollections(at: IndexSet(integer: index), to: newIndex)
            }, completion)
    }

    func rename(_ album: PHAssetCollection, to title: String, _ completion: @escaping Completion) {
        guard album.canPerform(.rename) else { return completion(nil) }
        change({ PHAssetCollectionChangeRequest(for: album)?.title = title }, completion)
    }

    /// Deletes a folder with the folders and albums in it, when the user agrees. Photos stay in the library.
    func delete(_ folder: PHCollectionList, _ completion: @escaping Completion) {
        change({ PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray) }, completion)
    }

    private func change(_ block: @escaping () -> Void, _ completion: @escaping Completion) {
        PHPhotoLibrary.shared().performChanges(block) { success, error in
            // It comes on a queue of the library's.
            DispatchQueue.main.async {
                self.reload()
                completion(success ? nil : error)
            }
        }
    }
}
