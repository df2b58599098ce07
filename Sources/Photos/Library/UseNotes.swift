import Dispatch
import Foundation
import PhotoLibrary

/// Notes in the background when clients use a library, so that no fetch waits for the catalog's write lock.
enum UseNotes {
    /// The time that the end of the process waits for notes.
    private static let patience = DispatchTimeInterval.milliseconds(250)

    private static let pending: DispatchGroup = {
        // A program that fetches once and ends would otherwise never be noted.
        atexit { UseNotes.wait(atMost: UseNotes.patience) }
        return DispatchGroup()
    }()

    /// Waits until all notes so far are made.
    static func wait(atMost time: DispatchTimeInterval) {
        _ = pending.wait(timeout: .now() + time)
    }

    /// Notes that a client uses a library now. A failure has no effect on the client: the library may be read-only, or
    /// another process may be changing it.
    static func add(_ client: String, _ library: Library) {
        DispatchQueue.global().async(group: pending) {
            do {
                try library.noteUse(ofClient: client)
            } catch {
                Diagnostics.reportOnce("The use of the library by “\(client)” couldn't be noted: \(error)")
            }
        }
    }
}
