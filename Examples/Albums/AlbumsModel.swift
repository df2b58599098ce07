import Photos
import UIKit

/// The model of a screen with albums and folders. Use it on the main thread.
class AlbumsModel: NSObject {
    typealias Completion = (Error?) -> Void

    /// The user's albums and folders, newest first until they're reordered.
    private(set) var topLevel = PHFetchResult<PHCollection>()

    /// Fetches the albums and folders if the user allows access.
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

    /// A line for each folder, and for each album with the number of its photos. The contents of a folder are indented.
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

    /// Returns the photos of an album in its own order.
    func photos(in album: PHAssetCollection) -> PHFetchResult<PHAsset> {
        PHAsset.fetchAssets(in: album, options: nil)
    }

    // MARK: Made

    /// Creates a folder, a folder in it, an album in that folder, and a photo in the album. If one of them fails, none
    /// is created.
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
                // None of these objects exists yet, so requests use their placeholders.
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

    /// Creates an album at the front of a folder.
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

    /// Adds photos at the end of an album.
    func add(_ photos: PHFetchResult<PHAsset>, to album: PHAssetCollection, _ completion: @escaping Completion) {
        change({ PHAssetCollectionChangeRequest(for: album)?.addAssets(photos) }, completion)
    }

    /// Moves a photo that the user dragged.
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

    /// Moves an album or folder that the user dragged.
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

    /// Deletes a folder with its folders and albums if the user agrees. Photos stay in the library.
    func delete(_ folder: PHCollectionList, _ completion: @escaping Completion) {
        change({ PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray) }, completion)
    }

    private func change(_ block: @escaping () -> Void, _ completion: @escaping Completion) {
        PHPhotoLibrary.shared().performChanges(block) { success, error in
            // The handler is called on one of the library's queues.
            DispatchQueue.main.async {
                self.reload()
                completion(success ? nil : error)
            }
        }
    }
}
