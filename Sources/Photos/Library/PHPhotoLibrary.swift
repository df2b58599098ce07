import Dispatch
public import Foundation

/// The user's photo library, and whether the app may use it.
///
/// The library is the one of `ALBUMEN_LIBRARY`, else of Albumen's configuration file, else
/// `~/Pictures/Albumen Library`. Safe to use from any thread.
// Unchecked because open: it has no state of its own.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    private static let instance = PHPhotoLibrary()

    private override init() {}

    /// The library.
    open class func shared() -> PHPhotoLibrary {
        instance
    }

    /// What the user allowed the app at this level. Never asks.
    ///
    /// `ALBUMEN_ACCESS` (`authorized`, `limited`, `denied` or `restricted`) answers for the user.
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        PhotoLibrarySession.current.status(for: accessLevel)
    }

    /// Asks the user to let the app in, if that was never done.
    ///
    /// Asks at the terminal. If nobody can be asked, the answer is `denied` until the program ends or the user allows it
    /// with `albumen access set`, which the standard error names.
    ///
    /// - Parameter handler: called once with the status, on a thread of its own.
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping (PHAuthorizationStatus) -> Void
    ) {
        let session = PhotoLibrarySession.current
        let call = UncheckedSendable(handler)
        DispatchQueue.global().async { call.value(session.askForStatus(for: accessLevel)) }
    }

    /// Asks the user to let the app in, if that was never done, and answers the status.
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }

    /// What the user allowed the app, as `authorized` where access is limited: for apps that do not know of that.
    open class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite).withoutLimited
    }

    /// Asks the user to let the app in, if that was never done.
    ///
    /// - Parameter handler: called once, on a thread of its own, with `authorized` where access is limited.
    open class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let call = UncheckedSendable(handler)
        requestAuthorization(for: .readWrite) { call.value($0.withoutLimited) }
    }
}
