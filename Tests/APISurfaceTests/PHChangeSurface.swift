import Photos

final class SurfaceObserver: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let _: NSObject = changeInstance
        requireSendable(changeInstance)
    }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {}
}

func useObservers(_ library: PHPhotoLibrary, _ observer: SurfaceObserver) {
    let _: any NSObjectProtocol = observer as any PHPhotoLibraryChangeObserver
    let _: any NSObjectProtocol = observer as any PHPhotoLibraryAvailabilityObserver
    library.register(observer as any PHPhotoLibraryChangeObserver)
    library.unregisterChangeObserver(observer)
    library.register(observer as any PHPhotoLibraryAvailabilityObserver)
    library.unregisterAvailabilityObserver(observer)
    let _: (any Error)? = library.unavailabilityReason
}

func usePHObjectChangeDetails(_ change: PHChange, _ asset: PHAsset, _ collection: PHCollection) {
    let details: PHObjectChangeDetails<PHAsset>? = change.changeDetails(for: asset)
    let _: PHObjectChangeDetails<PHCollection>? = change.changeDetails(for: collection)
    guard let details else { return }
    let _: NSObject = details
    let _: PHAsset = details.objectBeforeChanges
    let _: PHAsset? = details.objectAfterChanges
    let _: Bool = details.assetContentChanged
    let _: Bool = details.objectWasDeleted
}

func usePHFetchResultChangeDetails(_ change: PHChange, _ result: PHFetchResult<PHAsset>) {
    let details: PHFetchResultChangeDetails<PHAsset>? = change.changeDetails(for: result)
    guard let details else { return }
    let _: NSObject = details
    let _: PHFetchResult<PHAsset> = details.fetchResultBeforeChanges
    let _: PHFetchResult<PHAsset> = details.fetchResultAfterChanges
    let _: Bool = details.hasIncrementalChanges
    let _: IndexSet? = details.removedIndexes
    let _: [PHAsset] = details.removedObjects
    let _: IndexSet? = details.insertedIndexes
    let _: [PHAsset] = details.insertedObjects
    let _: IndexSet? = details.changedIndexes
    let _: [PHAsset] = details.changedObjects
    let _: Bool = details.hasMoves
    details.enumerateMoves { (from: Int, to: Int) in _ = (from, to) }
    let _ = PHFetchResultChangeDetails<PHAsset>(from: result, to: result, changedObjects: [])
}

/// What Apple's framework does not have.
func useObservingExtras(
    _ library: PHPhotoLibrary, _ result: PHFetchResult<PHAsset>, _ change: PHChange, _ list: PHCollectionList
) async {
    for await details in library.changeDetails(of: result) {
        let _: PHFetchResultChangeDetails<PHAsset> = details
        let update: PHListUpdate? = details.listUpdate
        let _: IndexSet? = update?.deletions
        let _: [PHListUpdate.Move]? = update?.moves
    }
    for await details in library.changeDetails(of: list) {
        let _: PHObjectChangeDetails<PHCollectionList> = details
    }
    let _: PHObjectChangeDetails<PHCollectionList>? = change.changeDetails(forContentsOf: list)
}
