import Foundation
import Photos

/// What a collection view does, in the order in which it must be done.
protocol UpdatedList: AnyObject {
    func reloadData()
    func removeItems(at indexes: IndexSet)
    func insertItems(at indexes: IndexSet)
    func moveItem(at index: Int, to destination: Int)
    func reconfigureItems(at indexes: IndexSet)
}

/// An album on the screen, and the assets in it, kept as the library has them.
final class ObservedAlbum: NSObject, PHPhotoLibraryChangeObserver {
    private(set) var album: PHAssetCollection
    private(set) var assets: PHFetchResult<PHAsset>
    private(set) var shown: PHAsset?
    private(set) var isGone = false
    weak var list: UpdatedList?
    private var added: [PHAsset] = []
    private var gone: [PHAsset] = []

    init(_ album: PHAssetCollection) {
        self.album = album
        let options = PHFetchOptions()
        options.wantsIncrementalChangeDetails = true
        assets = PHAsset.fetchAssets(in: album, options: options)
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    deinit {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
    }

    func show(_ index: Int) {
        shown = assets[index]
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        DispatchQueue.main.sync { update(changeInstance) }
    }

    private func update(_ change: PHChange) {
        if let details: PHObjectChangeDetails<PHAssetCollection> = change.changeDetails(for: album) {
            isGone = details.objectWasDeleted
            album = details.objectAfterChanges ?? album
        }
        if let asset = shown, let details = change.changeDetails(for: asset) {
            if details.assetContentChanged { list?.reconfigureItems(at: [assets.index(of: asset)]) }
            shown = details.objectAfterChanges
        }
        if let details = change.changeDetails(for: assets) { update(details) }
    }

    private func update(_ details: PHFetchResultChangeDetails<PHAsset>) {
        precondition(details.fetchResultBeforeChanges === assets)
        assets = details.fetchResultAfterChanges
        guard details.hasIncrementalChanges, let list = list else {
            self.list?.reloadData()
            return
        }
        gone += details.removedObjects
        added += details.insertedObjects
        if let removed = details.removedIndexes, !removed.isEmpty { list.removeItems(at: removed) }
        if let inserted = details.insertedIndexes, !inserted.isEmpty { list.insertItems(at: inserted) }
        if details.hasMoves {
            details.enumerateMoves { from, to in list.moveItem(at: from, to: to) }
        }
        if let changed = details.changedIndexes, !changed.isEmpty {
            assert(changed.count == details.changedObjects.count)
            list.reconfigureItems(at: changed)
        }
    }
}

/// Tells several of one change, in an order of their own.
final class ObserverGroup: NSObject, PHPhotoLibraryChangeObserver {
    var observers: [PHPhotoLibraryChangeObserver] = []

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        for observer in observers { observer.photoLibraryDidChange(changeInstance) }
    }
}
