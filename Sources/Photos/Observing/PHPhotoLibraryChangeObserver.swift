public import Foundation

/// Hears of changes of the photo library.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// The library has changed: by this app, another one, the command or the web gallery.
    ///
    /// Every observer hears of every change, whether or not it concerns what it shows: ask the change for details.
    ///
    /// Called after the change is on the disk, once for each, in the order of the changes, on a serial queue of the
    /// library's. A change of the app's own reaches its observers before the change's completion handler is called, unless
    /// they take more than half a second. The library may be changed from within, and waited for.
    ///
    /// A change of what the app itself may see is a change, too: its details turn results that were empty without access
    /// into the real ones, and the reverse.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Hears when the photo library goes away.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// The library's folder was moved or deleted, another library took its place, or its volume went away.
    ///
    /// From now on all requests fail; ``PHPhotoLibrary/unavailabilityReason`` tells why. Called once, on a serial queue of the
    /// library's. Start the program again to use the library in its new place.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
