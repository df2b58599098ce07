public import Foundation

/// An object that receives notifications of changes of the photo library.
///
/// ```swift
/// final class FavoritesList: NSObject, PHPhotoLibraryChangeObserver {
///     var assets = PHAsset.fetchAssets(with: nil)
///
///     func photoLibraryDidChange(_ changeInstance: PHChange) {
///         DispatchQueue.main.async {
///             guard let details = changeInstance.changeDetails(for: self.assets) else { return }
///             self.assets = details.fetchResultAfterChanges
///         }
///     }
/// }
/// let list = FavoritesList()
/// PHPhotoLibrary.shared().register(list)
/// ```
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Tells the observer that this app, another app, the command or the web gallery has changed the library.
    ///
    /// The library notifies all observers of each change. Request change details to find out whether the change affects
    /// your objects.
    ///
    /// The library calls this method once per change, in the order of the changes, when the change is on disk. It calls
    /// it on its own serial queue. For changes of this app, it calls the observers before the change's completion
    /// handler, unless they take more than half a second. You can change the library in this method and wait for the
    /// change.
    ///
    /// The library also notifies the observers when the app's access changes. The change details then replace results
    /// that were empty without access by the permitted objects, or the reverse.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// An object that is notified when the library's history has new changes.
///
/// The notification has no details. Fetch the changes since a token that you keep, as <doc:ObservingChanges> shows.
///
/// For an object that also adopts ``PHPhotoLibraryChangeObserver``, write
/// `register(observer as any PHPhotoLibraryPersistentChangesObserver)`, as for Apple's framework.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Tells the observer that this app, another app, the command or the web gallery has changed the library.
    ///
    /// The library calls this method when the change is on disk, once per change that
    /// ``PHPhotoLibrary/fetchPersistentChanges(since:)`` reports to this app, and when the app's access changes. It calls
    /// it on its own serial queue, after the observers of ``PHPhotoLibraryChangeObserver``. An app without access to
    /// photos isn't notified. It doesn't need to register again when it gets access.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

/// An object that is notified when the photo library becomes unavailable.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Tells the observer that the library's folder was moved, deleted or replaced, or that its volume was unmounted.
    ///
    /// From now on, all requests fail. ``PHPhotoLibrary/unavailabilityReason`` contains the reason. The library calls
    /// this method once, on its own serial queue. To use the library in its new place, restart the program.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
