import Photos

func usePHObjectChangeDetails(_ details: PHObjectChangeDetails<PHAsset>) {
    let _: NSObject = details
    let _: PHAsset = details.objectBeforeChanges
    let _: PHAsset? = details.objectAfterChanges
    let _: Bool = details.assetContentChanged
    let _: Bool = details.objectWasDeleted
}
