import Foundation
import PhotoLibrary

extension PHPhotoLibrary {
    func findUnavailabilityReason() -> (any Error)? {
        do {
            return try PhotoLibrarySession.current.openedLibrary().changes.checkPresence().map(NSError.photos)
        } catch {
            return NSError.photos(error)
        }
    }
}
