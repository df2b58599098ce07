import Photos

func usePHFetchResultChangeDetails(
    _ details: PHFetchResultChangeDetails<PHAsset>, _ result: PHFetchResult<PHAsset>
) {
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
