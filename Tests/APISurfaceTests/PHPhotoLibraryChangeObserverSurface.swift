import Photos

final class SurfaceObserver: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        let _: NSObject = changeInstance
        requireSendable(changeInstance)
    }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {}
}

/// An observer on the main actor, whose requirement isn't isolated.
@MainActor final class SurfaceHistoryObserver: NSObject, PHPhotoLibraryPersistentChangesObserver {
    private var token = PHPhotoLibrary.shared().currentChangeToken

    override init() {
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    nonisolated func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {
        Task { @MainActor in token = photoLibrary.currentChangeToken }
    }
}

func usePHPhotoLibraryPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
    let _: any NSObjectProtocol = observer
    PHPhotoLibrary.shared().register(observer)
    PHPhotoLibrary.shared().unregisterPersistentChangesObserver(observer)
    observer.photoLibraryPersistentChangesDidUpdate(.shared())
}

func usePHPhotoLibraryChangeObserver(_ observer: any PHPhotoLibraryChangeObserver, _ change: PHChange) {
    let _: any NSObjectProtocol = observer
    observer.photoLibraryDidChange(change)
}
