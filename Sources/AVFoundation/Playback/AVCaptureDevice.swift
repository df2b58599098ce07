public import Foundation

/// The user's answer about the camera or the microphone.
public enum AVAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    /// The client has no access, and the user can't change that.
    case restricted = 1
    case denied = 2
    case authorized = 3
}

/// A camera or a microphone. There are none here: only the questions for permission work, and the answer is always no.
open class AVCaptureDevice: NSObject {
    /// Returns `restricted`.
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        .restricted
    }

    /// Calls the handler with `false`, on a thread of the system.
    open class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        MediaQueue.loading.addOperation { handler(false) }
    }

    /// Returns `false`.
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        false
    }
}
