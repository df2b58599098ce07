import Albumen
public import Foundation

/// A wish to change the library. Made and used only inside a block of `PHPhotoLibrary.performChanges` or
/// `performChangesAndWait`, on the thread that it runs on; elsewhere it stops the program, with a message that says so.
///
/// A request changes nothing by itself: what it asks for is committed with its block. What cannot be done is told then,
/// as an error of the block; Apple's framework raises an exception at the request instead.
open class PHChangeRequest: NSObject {
    let recording: ChangeRecording

    /// A request for nothing. Outside of a change block, stops the program.
    public required override init() {
        recording = ChangeRecording.required(for: Self.self)
    }

    func record(_ operation: Transaction.Operation) {
        recording.record(operation, for: self)
    }

    /// Makes the block fail with 3300.
    func refuse(_ message: String) {
        record(.refuse(LibraryError(.unsupportedChange, message)))
    }
}
