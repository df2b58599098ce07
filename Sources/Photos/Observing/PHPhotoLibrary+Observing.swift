import Albumen
import Foundation

extension PHPhotoLibrary {
    /// Tells an observer of all changes from now on, until it is unregistered or goes; the library keeps no reference to it.
    /// Registering twice is registering once.
    ///
    /// Changes by other programs are heard as soon as they are on the disk, without polling. An app without access to photos
    /// hears nothing.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) {
        let session = PhotoLibrarySession.current
        session.observers.register(observer, session)
    }

    /// Ends the calls of an observer: none begins after this returns. One that is under way goes on.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        PhotoLibrarySession.current.observers.unregister(observer)
    }

    /// Tells an observer when the library goes away, until it is unregistered or goes; the library keeps no reference to it.
    public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        let session = PhotoLibrarySession.current
        session.observers.register(observer, session)
    }

    /// Tells an observer no more.
    public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        PhotoLibrarySession.current.observers.unregister(observer)
    }

    /// Why the library cannot be used; `nil` where it can: a ``PHPhotosError``, 3142 where its folder was moved or deleted while it
    /// was open, 3143 where another library took its place, 3114 where its volume went away, -1 where it cannot be opened.
    ///
    /// Looks at the file system. Once unavailable, a library stays so for as long as the program runs.
    public var unavailabilityReason: (any Error)? {
        do {
            return try PhotoLibrarySession.current.openedLibrary().changes.checkPresence().map(NSError.photos)
        } catch {
            return NSError.photos(error)
        }
    }
}
