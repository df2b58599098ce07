import Photos

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
