import Photos

final class SurfaceObserver: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let _: NSObject = changeInstance
        requireSendable(changeInstance)
    }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {}
}

func usePHPhotoLibraryChangeObserver(_ observer: any PHPhotoLibraryChangeObserver, _ change: PHChange) {
    let _: any NSObjectProtocol = observer
    observer.photoLibraryDidChange(change)
}
