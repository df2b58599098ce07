import Dispatch
import PhotoLibrary
public import Photos
public import UIKitCore

extension PHPhotoLibrary {
    /// Lets the user change the selection of photos and videos that the app may see.
    ///
    /// Returns at once. Does nothing if the app's access isn't limited. The selection is edited in the gallery's page.
    /// If no server of the library runs, a server starts, which ends by itself. Observers receive the change.
    ///
    /// - Parameter controller: Ignored. The page has its own window.
    public func presentLimitedLibraryPicker(from controller: UIViewController) {
        presentLimitedLibraryPicker(from: controller) { _ in }
    }

    /// Lets the user change the selection of photos and videos that the app may see.
    ///
    /// - Parameters:
    ///   - controller: Ignored. The page has its own window.
    ///   - completionHandler: Called once, on the main queue, with the local identifiers of the newly selected assets.
    ///     Empty if the user cancels or only deselects, if the app's access isn't limited, or if the page can't be
    ///     shown, which a message on standard error explains.
    public func presentLimitedLibraryPicker(
        from controller: UIViewController, completionHandler: @escaping ([String]) -> Void
    ) {
        let session = PhotoLibrarySession.current
        // Apple's handler isn't `@Sendable`. It's called once, on the main queue.
        nonisolated(unsafe) let completionHandler = completionHandler
        PickerQueues.selections.submit(.visible) {
            let identifiers = session.selectedIdentifiers()
            DispatchQueue.main.async { completionHandler(identifiers) }
        }
    }

    /// Lets the user change the selection of photos and videos that the app may see, and returns the local identifiers
    /// of the newly selected assets. Calls ``presentLimitedLibraryPicker(from:completionHandler:)``.
    @discardableResult
    public func presentLimitedLibraryPicker(from controller: UIViewController) async -> [String] {
        await withCheckedContinuation { continuation in
            presentLimitedLibraryPicker(from: controller) { continuation.resume(returning: $0) }
        }
    }
}
