public import Foundation
import PhotoLibrary

/// A request to change the photo library. Create and use it only inside a block of `PHPhotoLibrary.performChanges` or
/// `performChangesAndWait`, on the block's thread. Elsewhere it stops the program, with a message that says so.
///
/// A request changes nothing by itself: its changes are committed with its block. A change that isn't possible makes
/// the block fail with an error, where Apple's framework raises an exception in the request.
///
/// A subclass may have an initialiser of its own. A class method that returns a request, such as
/// ``PHAssetChangeRequest/creationRequestForAsset(from:)``, creates it with ``newRequest()``, which a subclass
/// overrides.
open class PHChangeRequest: NSObject {
    let recording: ChangeRecording

    /// Creates a request without changes. Outside of a change block, stops the program.
    public override init() {
        recording = ChangeRecording.required(for: Self.self)
    }

    /// Creates the request that a class method returns. Not in Apple's framework.
    ///
    /// Objective-C can create an object of any class. Swift needs to know an initialiser, and a required initialiser
    /// would prevent subclasses from having their own. If a subclass doesn't override this method to return one of
    /// its objects, its class methods that return a request stop the program.
    open class func newRequest() -> PHChangeRequest {
        PHChangeRequest()
    }
}

extension PHChangeRequest {
    /// Returns a new request of the class on which a class method was called. Stops the program if a client's subclass
    /// doesn't override ``newRequest()``.
    static func make() -> Self {
        let request = newRequest()
        guard let own = request as? Self else {
            raiseInvalidArgument(
                "newRequest() of \(self) returned a \(type(of: request)). Override it to return a \(self), or call the "
                    + "class method on \(type(of: request)).")
        }
        return own
    }

    func record(_ operation: Transaction.Operation) {
        recording.record(operation, for: Self.self)
    }

    /// Makes the block fail with 3300.
    func refuse(_ message: String) {
        record(.refuse(LibraryError(.unsupportedChange, message)))
    }
}
