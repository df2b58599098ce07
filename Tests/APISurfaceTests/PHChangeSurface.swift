import Photos

func usePHChange(
    _ change: PHChange, _ asset: PHAsset, _ collection: PHCollection, _ result: PHFetchResult<PHAsset>
) {
    let _: PHObjectChangeDetails<PHAsset>? = change.changeDetails(for: asset)
    let _: PHObjectChangeDetails<PHCollection>? = change.changeDetails(for: collection)
    let _: PHFetchResultChangeDetails<PHAsset>? = change.changeDetails(for: result)
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
