import Photos

func usePHPhotoLibraryAvailabilityObserver(
    _ observer: any PHPhotoLibraryAvailabilityObserver, _ library: PHPhotoLibrary
) {
    let _: any NSObjectProtocol = observer
    observer.photoLibraryDidBecomeUnavailable(library)
}
